// The stream of changes for any number of listeners: one connection, opened anew when it is silent.

/** Beats come every 3 s; an open stream without any for so long has lost its agent. */
export const silenceMs = 8_000;
/** A stream that stays silent is opened anew after so long. */
const reopenMs = 5_000;
const lookEveryMs = 1_000;
/** `readyState` of a stream that is not opened anew by itself. */
const closed = 2;

/**
 * What a listener is told: an event of the stream with its data, or that the stream broke.
 * @typedef {{ event: 'hello' | 'beat' | 'fleet' | 'change' | 'broken', data: any }} Word
 */

/**
 * @typedef {object} Relay
 * @property {(after: string, listener: (word: Word) => void) => () => void} join told what came after an event; returns how to leave
 */

const events = /** @type {const} */ (['hello', 'beat', 'fleet', 'change']);

/**
 * @param {string} url of the stream
 * @param {(url: string) => EventSource} [connect]
 * @returns {Relay}
 */
export function createRelay(url, connect = (at) => new EventSource(at)) {
  /** @type {Set<(word: Word) => void>} */
  const listeners = new Set();
  /** @type {Word | undefined} */
  let hello;
  /** @type {ReturnType<typeof follow> | undefined} */
  let followed;

  /** @param {Word} word */
  function tell(word) {
    if (word.event === 'hello') hello = word;
    for (const listener of listeners) listener(word);
  }

  /** @param {(word: Word) => void} listener */
  function leave(listener) {
    if (!listeners.delete(listener) || listeners.size > 0) return;
    followed?.end();
    followed = undefined;
    hello = undefined;
  }

  return {
    join(after, listener) {
      listeners.add(listener);
      followed ??= follow(
        (id) => connect(`${url}?${new URLSearchParams({ last_event_id: id })}`),
        after,
        tell,
      );
      // Who comes later was greeted with the first; what was told before he came may be news to him.
      if (hello !== undefined) {
        listener({ event: 'hello', data: { ...hello.data, complete: !isAfter(followed.lastId(), after) } });
      }
      return () => leave(listener);
    },
  };
}

/**
 * Follows the stream from an event on, over any number of connections.
 * @param {(after: string) => EventSource} connect
 * @param {string} after
 * @param {(word: Word) => void} tell
 */
function follow(connect, after, tell) {
  let lastId = after;
  let heardMs = performance.now();
  let openedMs = 0;
  let stream = open();
  const looking = setInterval(look, lookEveryMs);

  function open() {
    openedMs = performance.now();
    const opened = connect(lastId);
    opened.addEventListener('error', () => tell({ event: 'broken', data: null }));
    for (const event of events) {
      opened.addEventListener(event, ({ data, lastEventId }) => {
        heardMs = performance.now();
        if (lastEventId !== '') lastId = lastEventId;
        tell({ event, data: JSON.parse(data) });
      });
    }
    return opened;
  }

  /** After some errors a browser does not open a stream anew, and of an agent that stands still it knows nothing. */
  function look() {
    const isDead = stream.readyState === closed || performance.now() - heardMs > silenceMs;
    if (!isDead || performance.now() - openedMs <= reopenMs) return;
    stream.close();
    stream = open();
  }

  return {
    lastId: () => lastId,
    end() {
      clearInterval(looking);
      stream.close();
    },
  };
}

/**
 * Whether one event was told after another; ids are `<ms>-<n>`.
 * @param {string} id
 * @param {string} other
 */
export function isAfter(id, other) {
  const [ms = 0, n = 0] = id.split('-').map(Number);
  const [otherMs = 0, otherN = 0] = other.split('-').map(Number);
  return ms === otherMs ? n > otherN : ms > otherMs;
}

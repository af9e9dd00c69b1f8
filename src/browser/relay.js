// The stream of changes for any number of listeners: one connection, opened anew when it is silent.

/** Beats come every 3 s; an open stream without any for so long has lost its agent. */
export const silenceMs = 8_000;
/** A stream that stays silent is opened anew after so long. */
const reopenMs = 5_000;
const lookEveryMs = 1_000;

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
  /** @type {EventSource | undefined} */
  let stream;
  /** The latest event, from which a stream that is opened anew goes on. */
  let lastId = '';
  /** @type {Word | undefined} */
  let hello;
  let heardMs = 0;
  let openedMs = 0;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let looking;

  function open() {
    stream?.close();
    openedMs = performance.now();
    stream = connect(`${url}?${new URLSearchParams({ last_event_id: lastId })}`);
    stream.addEventListener('error', () => tell({ event: 'broken', data: null }));
    for (const event of events) {
      stream.addEventListener(event, ({ data, lastEventId }) => {
        heardMs = performance.now();
        if (lastEventId !== '') lastId = lastEventId;
        const word = { event, data: JSON.parse(data) };
        if (event === 'hello') hello = word;
        tell(word);
      });
    }
  }

  /** @param {Word} word */
  function tell(word) {
    for (const listener of listeners) listener(word);
  }

  /** After some errors a browser does not open a stream anew, and of an agent that stands still it knows nothing. */
  function look() {
    const isDead = stream?.readyState === 2 || performance.now() - heardMs > silenceMs;
    if (isDead && performance.now() - openedMs > reopenMs) open();
  }

  /** @param {string} after */
  function begin(after) {
    lastId = after;
    hello = undefined;
    open();
    looking = setInterval(look, lookEveryMs);
  }

  function end() {
    clearInterval(looking);
    stream?.close();
  }

  return {
    join(after, listener) {
      listeners.add(listener);
      if (listeners.size === 1) begin(after);
      // Who comes later was greeted with the first; what was told before he came may be news to him.
      else if (hello !== undefined) {
        listener({ event: 'hello', data: { ...hello.data, complete: !isAfter(lastId, after) } });
      }
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) end();
      };
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

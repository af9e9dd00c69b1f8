// Listens to the agent: has what changed read anew, and says so when the agent is heard no more.
import { doubt, found, isLost, lose } from './lost.js';
import { leavePlace, takePlace } from './places.js';

/** Who was not heard for so long is lost. */
const silenceMs = 8_000;
/** Beats come every 3 s; a stream without any for so long is no stream: everything is read in its place. */
const quietMs = 5_000;
const askMs = 3_000;
/** Who comes back to a page is not told that it is lost before it was asked. */
const graceMs = 2_000;
/** A stream that stays quiet is opened anew after so long. */
const reopenMs = 5_000;
/** What the agent answers may be 500 ms old: so long after a change it has it. */
const settleMs = 600;
/** Between two refreshes: an outage of everything is a change after the other. */
const apartMs = 300;
/** Latencies and times move without a change. */
const refreshMs = 15_000;
/** A page that was loaded anew is not so at once again: two agents behind one address may differ. */
const reloadMs = 60_000;

/**
 * Reads these deployments anew: of none in particular what moves by itself (latencies, times), of null everything.
 * @typedef {(deployments: ReadonlySet<string> | null) => Promise<unknown>} Refresh
 */

/** @type {Refresh[]} */
const refreshes = [];
/** Changes that have settled, and are not read yet.
 * @type {Set<string> | null}
 */
let changed = new Set();
let isUnderWay = false;
let isWanted = false;
let askedMs = 0;

/** When the agent was heard last: in an event, or in everything. */
let heard = instant();

/** @type {EventSource | undefined} */
let stream;
let openedMs = 0;
let streamedMs = 0;
/** The latest event, so that a stream of our own opening goes on behind it. */
let lastEventId = '';

const root = document.documentElement;
const isSeen = () => document.visibilityState === 'visible';

/**
 * Has something read anew when deployments change, and every 15 s; rejects where it could not be had.
 * @param {Refresh} refresh
 */
export function onRefresh(refresh) {
  refreshes.push(refresh);
  delete root.dataset.unheard;
}

/** Opens the stream of changes; of a page that was rendered at an instant, with all that came after it. */
export function follow() {
  lastEventId = `${root.dataset.at ?? 0}-0`;
  if (isSeen()) open();
  setInterval(watch, 1_000);
  setInterval(refresh, refreshMs);
  document.addEventListener('visibilitychange', () => (isSeen() ? comeBack() : close()));
  addEventListener('pageshow', ({ persisted }) => persisted && comeBack());
}

/** A page that nobody sees has no stream, and leaves its place to others. */
function close() {
  stream?.close();
  leavePlace();
}

function comeBack() {
  if (silentMs() > silenceMs) doubt();
  open();
  refresh();
}

async function open() {
  openedMs = performance.now();
  if (!(await takePlace()) || !isSeen()) return;
  stream?.close();
  const query = new URLSearchParams({ last_event_id: lastEventId });
  stream = new EventSource(`${root.dataset.prefix}/api/v2/events?${query}`);
  stream.addEventListener('hello', hear(greet));
  stream.addEventListener('beat', hear());
  stream.addEventListener(
    'fleet',
    hear(() => settle(null)),
  );
  stream.addEventListener('change', hear(takeChange));
}

/**
 * @template Data of the event
 * @param {(data: Data) => void} [take]
 * @returns {(event: MessageEvent) => void}
 */
function hear(take) {
  return (event) => {
    // What is heard after a long silence may have waited for as long.
    if (silentMs() > silenceMs) doubt();
    streamedMs = performance.now();
    heard = instant();
    if (event.lastEventId !== '') lastEventId = event.lastEventId;
    take?.(JSON.parse(event.data));
    // Never old green as current: it is believed again once everything was read anew.
    if (isLost()) refresh();
  };
}

/** @param {{ deployment: string }} change */
function takeChange({ deployment }) {
  settle(deployment);
}

/** @param {{ assets: string, complete: boolean }} hello */
function greet({ assets, complete }) {
  if (!complete) {
    doubt();
    settle(null);
  }
  const [loading] = performance.getEntriesByType('navigation');
  const isReloaded = loading instanceof PerformanceNavigationTiming && loading.type === 'reload';
  if (assets !== root.dataset.assets && !(isReloaded && performance.now() < reloadMs)) location.reload();
}

/**
 * What changed is read once it is in the answers, not with a refresh that is due before.
 * @param {string | null} deployment null is all
 */
function settle(deployment) {
  setTimeout(() => {
    if (deployment === null) changed = null;
    else changed?.add(deployment);
    refresh();
  }, settleMs);
}

/** One at a time; what is asked for meanwhile is done after it. */
async function refresh() {
  isWanted = true;
  if (isUnderWay) return;
  isUnderWay = true;
  while (isWanted) {
    isWanted = false;
    await readAnew();
    await new Promise((resolve) => setTimeout(resolve, apartMs));
  }
  isUnderWay = false;
}

async function readAnew() {
  const asked = instant();
  askedMs = asked.ms;
  // Of changes that were told to a page that was lost, nobody knows which.
  const deployments = isLost() || (isSeen() && isQuiet()) ? null : changed;
  changed = new Set();
  const read = await Promise.allSettled(refreshes.map((each) => each(deployments)));
  if (read.some(({ status }) => status === 'rejected')) {
    lose(heard.at);
  } else if (deployments === null && sinceMs(asked) < silenceMs) {
    // Else it is old: the machine has slept meanwhile.
    if (read.length > 0) heard = instant();
    if (silentMs() < silenceMs) found();
  }
}

/** The agent may be gone without a word, and so may a stream that is open. */
function watch() {
  if (!isSeen()) return;
  const nowMs = performance.now();
  if (silentMs() > silenceMs && nowMs - openedMs > graceMs) lose(heard.at);
  if (!isQuiet()) return;
  if (nowMs - askedMs > askMs) refresh();
  if (nowMs - openedMs > reopenMs) open();
}

const isQuiet = () => stream?.readyState !== EventSource.OPEN || performance.now() - streamedMs > quietMs;

const silentMs = () => sinceMs(heard);

function instant() {
  return { ms: performance.now(), at: new Date() };
}

/**
 * While a machine sleeps, the one clock may stand still; and the other may be set back.
 * @param {{ readonly ms: number, readonly at: Date }} then
 */
function sinceMs({ ms, at }) {
  return Math.max(performance.now() - ms, Date.now() - at.getTime());
}

// Listens to the agent: has what changed read anew, and says so when the agent is heard no more.
import { timeOfDay } from './times.js';

/** Beats come every 3 s; an open stream without any for so long has lost its agent. */
const silenceMs = 8_000;
/** And one that is known to be broken. */
const brokenMs = 4_000;
/** What the agent answers may be 500 ms old: so long after a change it has it. */
const settleMs = 600;
/** Latencies and times move without a change. */
const refreshMs = 15_000;
/** A stream that stays silent is opened anew after so long. */
const reopenMs = 5_000;
/** Another version of the page is loaded at most so often: two agents behind one address may differ. */
const reloadMs = 60_000;

/**
 * Reads these deployments anew: of none in particular what moves by itself (latencies, times), of null everything.
 * @typedef {(deployments: ReadonlySet<string> | null) => Promise<unknown>} Refresh
 */

/** @type {Refresh[]} */
const refreshes = [];
/** @type {Set<string> | null} */
let changed = new Set();
/** A refresh is waited for, or under way. */
let isDue = false;
let heardMs = performance.now();
let openedMs = performance.now();
/** @type {EventSource | undefined} */
let stream;
/** The latest event, so that a stream of our own opening goes on behind it. */
let lastEventId = '';
let heardAt = new Date();

/**
 * Has something read anew when deployments change, and every 15 s; rejects where it could not be had.
 * @param {Refresh} refresh
 */
export function onRefresh(refresh) {
  refreshes.push(refresh);
}

/** Opens the stream of changes; of a page that was rendered at an instant, with all that came after it. */
export function follow() {
  lastEventId = `${root.dataset.at ?? 0}-0`;
  open();
  setInterval(watch, 1_000);
  setInterval(() => document.visibilityState === 'visible' && refreshSoon(), refreshMs);
  document.addEventListener('visibilitychange', () => {
    watch();
    if (document.visibilityState === 'visible') refreshSoon();
  });
  addEventListener('pageshow', ({ persisted }) => persisted && changeAll());
}

const root = document.documentElement;

function open() {
  stream?.close();
  openedMs = performance.now();
  const query = new URLSearchParams({ last_event_id: lastEventId });
  stream = new EventSource(`${root.dataset.prefix}/api/v2/events?${query}`);
  stream.addEventListener(
    'hello',
    hear((data) => greet(data)),
  );
  stream.addEventListener('beat', hear());
  stream.addEventListener('fleet', hear(changeAll));
  stream.addEventListener(
    'change',
    hear(({ deployment }) => change(deployment)),
  );
}

/**
 * @param {(data: any) => void} [take]
 * @returns {(event: MessageEvent) => void}
 */
function hear(take) {
  return (event) => {
    heardMs = performance.now();
    heardAt = new Date();
    if (event.lastEventId !== '') lastEventId = event.lastEventId;
    take?.(JSON.parse(event.data));
    // Never old green as current: it is believed again once everything was read anew.
    if (isLost()) changeAll();
  };
}

/** @param {{ assets: string, complete: boolean }} hello */
function greet({ assets, complete }) {
  const reloadedMs = Number(sessionStorage.getItem('picket:reloaded') ?? 0);
  if (assets !== root.dataset.assets && Date.now() - reloadedMs > reloadMs) {
    sessionStorage.setItem('picket:reloaded', String(Date.now()));
    location.reload();
  }
  if (!complete) changeAll();
}

/** @param {string} deployment */
function change(deployment) {
  changed?.add(deployment);
  refreshSoon();
}

function changeAll() {
  changed = null;
  refreshSoon();
}

function refreshSoon() {
  if (isDue) return;
  isDue = true;
  setTimeout(refresh, settleMs);
}

async function refresh() {
  const deployments = changed;
  changed = new Set();
  try {
    await Promise.all(refreshes.map((each) => each(deployments)));
    if (performance.now() - heardMs < silenceMs) found();
  } catch {
    changed = null;
    lose();
  }
  isDue = false;
  // Of a lost agent the next beat asks for it.
  if (!isLost() && changed?.size !== 0) refreshSoon();
}

/** The agent may be gone without a word: its beats are missed. */
function watch() {
  const silentMs = performance.now() - heardMs;
  const isBroken = stream?.readyState !== EventSource.OPEN;
  if (silentMs > (isBroken ? brokenMs : silenceMs)) lose();
  const isDead = stream?.readyState === EventSource.CLOSED || silentMs > silenceMs;
  if (isDead && performance.now() - openedMs > reopenMs) open();
}

const isLost = () => 'lost' in root.dataset;

function lose() {
  if (isLost()) return;
  root.dataset.lost = '';
  say(
    `The agent was last heard at ${timeOfDay(heardAt)}. What is shown is from then, and may not hold any more.`,
  );
}

function found() {
  if (!isLost()) return;
  delete root.dataset.lost;
  say('');
}

/** @param {string} text */
function say(text) {
  const banner = document.getElementById('lost');
  if (banner !== null) banner.textContent = text;
}

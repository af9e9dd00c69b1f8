// What a bar of the fleet says of its day: under the pointer, and by keyboard; one tooltip for all rows.
import { dayInWords, readDays } from './days.js';

const lastDay = 89;
const dayMs = 86_400_000;
/** From a bar to its tooltip the pointer may leave both for so long. */
const graceMs = 200;
const weekDays = 7;

const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeZone: 'UTC' });
/** Where the keys go, in days. */
const steps = new Map([
  ['ArrowLeft', -1],
  ['ArrowDown', -1],
  ['ArrowRight', 1],
  ['ArrowUp', 1],
  ['PageDown', -weekDays],
  ['PageUp', weekDays],
  ['Home', -lastDay],
  ['End', lastDay],
]);

const tip = document.createElement('div');
const frame = document.createElement('div');
/** @type {ReturnType<typeof setTimeout> | undefined} */
let leaving;
/** @type {{ bars: HTMLElement, value: number } | null} */
let told = null;

/** To be called once; rows that come later are only made ready. */
export function showDays() {
  tip.id = 'day';
  frame.id = 'day-frame';
  tip.setAttribute('role', 'tooltip');
  hide();
  document.querySelector('main')?.append(frame, tip);
  document.addEventListener('pointermove', point);
  document.addEventListener('pointerdown', point);
  document.addEventListener('focusin', ({ target }) => {
    const bars = barsOf(target);
    if (bars !== null) show(bars, chosenOf(bars));
  });
  document.addEventListener('focusout', ({ target }) => barsOf(target) !== null && hide());
  document.addEventListener('keydown', press);
  document.addEventListener('scroll', follow, { capture: true, passive: true });
  addEventListener('resize', follow);
  document.addEventListener('picket:refreshed', tell);
}

/**
 * Lets a keyboard reach the days below an element, and go through them.
 * @param {ParentNode} root
 * @param {ParentNode} [before] what is shown in its place, whose day is kept
 */
export function makeReady(root, before) {
  const shown = before?.querySelector('.bars') ?? null;
  for (const bars of root.querySelectorAll('.bars')) {
    const title = bars.closest('[role="row"]')?.querySelector('a') ?? document.querySelector('h1');
    const name = title?.textContent;
    const attributes = {
      role: 'slider',
      tabindex: '0',
      'aria-label': `Last 90 days of ${name}`,
      'aria-readonly': 'true',
      'aria-valuemin': '0',
      'aria-valuemax': String(lastDay),
    };
    for (const [name, value] of Object.entries(attributes)) bars.setAttribute(name, value);
    choose(bars, shown === null ? lastDay : chosenOf(shown));
  }
}

/** @param {EventTarget | null} target */
function barsOf(target) {
  return target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest('.bars')) : null;
}

/** @param {Element} bars */
const chosenOf = (bars) => Number(bars.getAttribute('aria-valuenow') ?? lastDay);

/**
 * @param {Element} bars
 * @param {number} value
 */
function choose(bars, value) {
  bars.setAttribute('aria-valuenow', String(value));
  bars.setAttribute('aria-valuetext', dayOf(bars, value).join(', '));
}

/**
 * Its date, then what there is to say of it.
 * @param {Element} bars
 * @param {number} value
 */
function dayOf(bars, value) {
  const { today = '0', days = '' } = /** @type {HTMLElement} */ (bars).dataset;
  const ago = lastDay - value;
  const at = new Date((Number(today) - ago) * dayMs);
  return [`${date.format(at)} (UTC)`, ...dayInWords(readDays(days).get(ago))];
}

/** @param {PointerEvent} event */
function point({ target, clientX }) {
  const bars = barsOf(target);
  if (bars !== null) {
    const { left, width } = bars.getBoundingClientRect();
    const value = Math.floor(((clientX - left) / width) * (lastDay + 1));
    show(bars, Math.max(0, Math.min(lastDay, value)));
  } else if (target instanceof Node && tip.contains(target)) {
    stay();
  } else if (!tip.hidden && leaving === undefined && barsOf(document.activeElement) === null) {
    leaving = setTimeout(hide, graceMs);
  }
}

/** @param {KeyboardEvent} event */
function press(event) {
  if (event.key === 'Escape') hide();
  const bars = barsOf(event.target);
  const step = steps.get(event.key);
  if (bars === null || step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const value = Math.max(0, Math.min(lastDay, chosenOf(bars) + step));
  choose(bars, value);
  show(bars, value);
}

/**
 * @param {HTMLElement} bars
 * @param {number} value
 */
function show(bars, value) {
  stay();
  told = { bars, value };
  tell();
}

function tell() {
  if (told === null) return;
  const [day = '', ...said] = dayOf(told.bars, told.value);
  const title = document.createElement('strong');
  title.textContent = day;
  tip.replaceChildren(title, ...said.map(line));
  tip.hidden = false;
  frame.hidden = false;
  follow();
}

/** Puts both where the day is on the screen now. */
function follow() {
  if (told === null) return;
  const { bars, value } = told;
  const { left, top, bottom, width, height } = bars.getBoundingClientRect();
  // Its row is filtered out, or gone.
  if (width === 0) return hide();
  const pitch = width / (lastDay + 1);
  place(frame, left + value * pitch, top);
  frame.style.width = `${pitch}px`;
  frame.style.height = `${height}px`;
  const room = document.documentElement.clientWidth - tip.offsetWidth;
  const isBelow = bottom + tip.offsetHeight < innerHeight;
  const middle = left + (value + 0.5) * pitch - tip.offsetWidth / 2;
  place(tip, Math.max(0, Math.min(room, middle)), isBelow ? bottom : top - tip.offsetHeight);
}

/** @param {string} text */
function line(text) {
  const element = document.createElement('span');
  element.textContent = text.charAt(0).toUpperCase() + text.slice(1);
  return element;
}

/**
 * @param {HTMLElement} element
 * @param {number} left
 * @param {number} top
 */
function place(element, left, top) {
  element.style.left = `${left}px`;
  element.style.top = `${top}px`;
}

function stay() {
  clearTimeout(leaving);
  leaving = undefined;
}

function hide() {
  stay();
  told = null;
  tip.hidden = true;
  frame.hidden = true;
}

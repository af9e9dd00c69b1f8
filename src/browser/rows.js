// The rows of the fleet that are shown: what each is found by, which are in view, and their order.
import { makeReady } from './bars.js';
import { inOrder, matching, searchable } from './match.js';
import { staying } from './moves.js';
import { tellNews } from './news.js';
import { replace } from './replace.js';
import { severityOf } from './states.js';
import { localise } from './times.js';

/** @typedef {import('./match.js').Row & { element: HTMLElement }} FleetRow */

const list = /** @type {HTMLElement} */ (document.getElementById('rows'));
/** @type {Map<string, FleetRow>} by the id of the element */
const rows = new Map();
/** @type {Map<string, string>} as the server wrote a row, by id: what is shown has its times rewritten */
const written = new Map();
/** @type {Set<Element>} */
const seen = new Set();

const observer = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) seen.add(target);
    else seen.delete(target);
  }
});

/** Takes up the rows that the server wrote into the page. */
export function takeUp() {
  makeReady(list);
  for (const element of list.children) know(/** @type {HTMLElement} */ (element));
}

export const inView = () => [...seen].map(deploymentOf);
export const count = () => rows.size;

/** @param {HTMLElement} element */
function know(element) {
  const { state = '', index = '' } = element.dataset;
  const said = [...element.querySelectorAll(':scope > :not(:last-child) bdi')].map(textOf);
  const more = element.querySelector('[data-more]')?.getAttribute('data-more') ?? '';
  rows.set(element.id, {
    element,
    text: searchable([deploymentOf(element), ...said, more]),
    state,
    severity: severityOf(state),
    labels: [...element.querySelectorAll('.chip')].map(textOf),
    name: textOf(element.querySelector('a')),
    index: Number(index),
  });
  observer.observe(element);
}

/** @param {Element} row */
function inShort(row) {
  return `${textOf(row.querySelector('a'))}: ${textOf(row.querySelector('[role="cell"] > .state'))}`;
}

/** @param {Element} row */
function deploymentOf(row) {
  return row.id.slice('d-'.length);
}

/** @param {Element | null} element */
function textOf(element) {
  return element?.textContent ?? '';
}

/**
 * Puts a row as it is now in the place of what is shown of it.
 * @param {HTMLElement} anew
 */
export function put(anew) {
  const { id, outerHTML } = anew;
  const shown = rows.get(id)?.element;
  if (shown !== undefined && written.get(id) === outerHTML) return;
  written.set(id, outerHTML);
  localise(anew);
  makeReady(anew, shown);
  if (shown === undefined) {
    list.append(anew);
  } else {
    anew.hidden = shown.hidden;
    if (anew.dataset.state !== shown.dataset.state) tellNews(id, inShort(anew));
    replace(shown, anew);
  }
  know(shown ?? anew);
}

/**
 * Takes away the rows that are not among these.
 * @param {ReadonlySet<string>} ids of elements
 */
export function keepOnly(ids) {
  for (const [id, { element }] of rows) {
    if (ids.has(id)) continue;
    rows.delete(id);
    written.delete(id);
    observer.unobserve(element);
    seen.delete(element);
    element.remove();
  }
}

/**
 * Shows the rows that are asked for, in the order asked for.
 * @param {import('./match.js').Question} asked
 * @returns {number} how many are shown
 */
export function arrange(asked) {
  const isShown = matching(asked);
  const ordered = inOrder([...rows.values()], asked.sort);
  let shown = 0;
  for (const row of ordered) {
    const isHidden = !isShown(row);
    if (row.element.hidden !== isHidden) row.element.hidden = isHidden;
    if (!isHidden) shown += 1;
  }
  bringInto(ordered.map(({ element }) => element));
  return shown;
}

/**
 * What stays in its place keeps its focus by itself.
 * @param {readonly HTMLElement[]} ordered
 */
function bringInto(ordered) {
  const places = new Map(ordered.map((element, place) => [/** @type {Element} */ (element), place]));
  const stays = staying([...list.children].map((element) => places.get(element) ?? -1));
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  // All at once is less than half of them one by one.
  if (stays.size < ordered.length / 2) list.append(...ordered);
  else putBetween(ordered, stays);
  if (document.activeElement !== focused) focused?.focus({ preventScroll: true });
}

/**
 * @param {readonly HTMLElement[]} ordered
 * @param {ReadonlySet<number>} stays places of those that are not moved
 */
function putBetween(ordered, stays) {
  for (let place = ordered.length - 1; place >= 0; place -= 1) {
    const element = ordered[place];
    if (element !== undefined && !stays.has(place)) list.insertBefore(element, ordered[place + 1] ?? null);
  }
}

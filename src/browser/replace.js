// Puts what the server rendered anew in the place of what is shown; the reader stays where he is.

/**
 * Replaces an element, with focus and opened details kept.
 * @param {Element} shown
 * @param {Element} anew of the same id
 */
export function replace(shown, anew) {
  const focused = shown.contains(document.activeElement) ? document.activeElement : null;
  const like = focused === null ? null : positionOf(shown, focused);
  const open = [...shown.querySelectorAll('details')].map((details) => details.open);
  shown.replaceWith(anew);
  for (const [index, details] of [...anew.querySelectorAll('details')].entries()) {
    details.open = open[index] ?? details.open;
  }
  if (like !== null) elementAt(anew, like)?.focus({ preventScroll: true });
}

const focusable = 'a[href], button, input, select, summary, [tabindex]';

/**
 * @typedef {{ id: string, href: string | null, index: number }} Position
 */

/**
 * @param {Element} root
 * @param {Element} element
 * @returns {Position}
 */
function positionOf(root, element) {
  const all = [...root.querySelectorAll(focusable)];
  return { id: element.id, href: element.getAttribute('href'), index: all.indexOf(element) };
}

/**
 * By id, else by where it leads, else by its place.
 * @param {Element} root
 * @param {Position} position
 * @returns {HTMLElement | undefined}
 */
function elementAt(root, { id, href, index }) {
  const all = /** @type {HTMLElement[]} */ ([...root.querySelectorAll(focusable)]);
  if (id !== '') return all.find((element) => element.id === id);
  if (href !== null) return all.find((element) => element.getAttribute('href') === href);
  return all[index];
}

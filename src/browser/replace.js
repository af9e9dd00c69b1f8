// Makes what is shown like what the server rendered anew: what stayed the same is left alone, and so is who reads it.
import { tellNews } from './news.js';

/** What the reader, or a module for him, has set. */
const kept = ['open', 'data-current'];

/**
 * Makes an element like another one, which is used up; focus stays at what it was on. Where its data-news is another, that
 * is told.
 * @param {Element} shown
 * @param {Element} anew
 */
export function replace(shown, anew) {
  const focused = shown.contains(document.activeElement) ? document.activeElement : null;
  const href = focused?.getAttribute('href');
  const [before, news] = [shown, anew].map((element) => element.getAttribute('data-news'));
  liken(shown, anew);
  if (news != null && news !== before) tellNews(shown.id, news);
  if (focused === null || focused.isConnected || href == null) return;
  const same = [...shown.querySelectorAll('a')].find((link) => link.getAttribute('href') === href);
  same?.focus({ preventScroll: true });
}

/**
 * @param {Element} shown
 * @param {Element} anew
 */
function liken(shown, anew) {
  // What modules tell aloud is theirs.
  if (shown.getAttribute('role') === 'status') return;
  for (const { name } of [...shown.attributes]) {
    if (!anew.hasAttribute(name) && !kept.includes(name)) shown.removeAttribute(name);
  }
  for (const { name, value } of anew.attributes) {
    if (shown.getAttribute(name) !== value && !kept.includes(name)) shown.setAttribute(name, value);
  }
  const [before, now] = [[...shown.childNodes], [...anew.childNodes]];
  for (const [index, node] of before.entries()) likenNode(node, now[index]);
  shown.append(...now.slice(before.length));
}

/**
 * @param {ChildNode} shown
 * @param {ChildNode | undefined} anew
 */
function likenNode(shown, anew) {
  if (anew === undefined) shown.remove();
  else if (shown.isEqualNode(anew)) return;
  else if (shown instanceof Text && anew.nodeType === Node.TEXT_NODE) shown.data = anew.textContent ?? '';
  else if (shown instanceof Element && isSame(shown, /** @type {Element} */ (anew)))
    liken(shown, /** @type {Element} */ (anew));
  else shown.replaceWith(anew);
}

/**
 * Of the same kind, and leading to the same: a link must not become another one under the reader's hands.
 * @param {Element} shown
 * @param {Element} anew
 */
function isSame(shown, anew) {
  return (
    shown.nodeName === anew.nodeName &&
    ['id', 'href'].every((name) => shown.getAttribute(name) === anew.getAttribute(name))
  );
}

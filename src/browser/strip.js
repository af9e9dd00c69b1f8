// Tells the stretches of a strip of states, under the pointer or one after the other by the keyboard.
import { localise } from './times.js';

/**
 * To be called for each strip that is put into the page.
 * @param {ParentNode} root
 */
export function tellStrip(root) {
  const strip = root.querySelector('#strip');
  if (strip === null) return;
  const paths = [...strip.querySelectorAll('path')];
  const words = [...root.querySelectorAll('.stretches li')];
  let at = paths.length;

  /** @param {number} index */
  const tell = (index) => {
    at = index;
    for (const [other, path] of paths.entries()) path.toggleAttribute('data-current', other === index);
    const told = root.querySelector('.strip-told');
    told?.replaceChildren(...(words[index]?.cloneNode(true).childNodes ?? []));
    if (told !== null) localise(told);
  };
  strip.addEventListener('pointermove', (event) => {
    if (!(event instanceof PointerEvent)) return;
    const index = paths.findIndex((path) => {
      const { left, right } = path.getBoundingClientRect();
      return event.clientX >= left && event.clientX < right;
    });
    if (index !== at) tell(index);
  });
  strip.addEventListener('pointerleave', () => tell(-1));
  strip.addEventListener('blur', () => tell(-1));
  strip.addEventListener('keydown', (event) => {
    if (!(event instanceof KeyboardEvent)) return;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const from = at === -1 ? paths.length : at;
    tell(Math.min(paths.length - 1, Math.max(0, from + step)));
  });
}

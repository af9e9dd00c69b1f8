// Tells the stretches of a strip of states, under the pointer or one after the other by the keyboard.
import { localise } from './times.js';

/** To be called once: the strip stays, whatever is in it. */
export function tellStrip() {
  const strip = document.getElementById('strip');
  strip?.addEventListener('pointermove', ({ clientX }) => {
    const index = stretches().findIndex((path) => {
      const { left, right } = path.getBoundingClientRect();
      return clientX >= left && clientX < right;
    });
    if (index !== current()) tell(index);
  });
  strip?.addEventListener('pointerleave', () => tell(-1));
  strip?.addEventListener('blur', () => tell(-1));
  strip?.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const { length } = stretches();
    const from = current() === -1 ? length : current();
    tell(Math.min(length - 1, Math.max(0, from + step)));
  });
}

const stretches = () => [...document.querySelectorAll('#strip path')];
const current = () => stretches().findIndex((path) => path.hasAttribute('data-current'));

/** @param {number} index -1 is none */
function tell(index) {
  for (const [other, path] of stretches().entries()) path.toggleAttribute('data-current', other === index);
  const told = document.querySelector('.strip-told');
  const words = document.querySelectorAll('.stretches li')[index];
  told?.replaceChildren(...(words?.cloneNode(true).childNodes ?? []));
  if (told !== null) localise(told);
}

// What the page of a deployment does: its days and its states are told under the pointer and by keyboard.
import { makeReady, showDays } from './bars.js';
import { tellStrip } from './strip.js';

showDays();
makeReady(document);
tellStrip(document);
document.addEventListener('picket:refreshed', (event) => {
  const { root } = /** @type {CustomEvent<{ root: Element }>} */ (event).detail;
  makeReady(root);
  tellStrip(root);
});

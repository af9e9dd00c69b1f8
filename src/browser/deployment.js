// What the page of a deployment does: its days and its states are told under the pointer and by keyboard.
import { makeReady, showDays } from './bars.js';
import { tellStrip } from './strip.js';

showDays();
makeReady(document);
tellStrip();
document.addEventListener('picket:refreshing', (event) => {
  const { shown, part } = /** @type {CustomEvent<{ shown: Element, part: Element }>} */ (event).detail;
  makeReady(part, shown);
});

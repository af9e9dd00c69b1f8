// Says in the page that what it shows may not hold any more.
import { tellNews } from './news.js';
import { timeOfDay } from './times.js';

const root = document.documentElement;
/** In the title, which is read where the page is not seen. */
const mark = 'Lost: ';

export const isLost = () => 'lost' in root.dataset;

/** Nothing shown passes for current until it was read anew. */
export function doubt() {
  root.dataset.lost = '';
}

/**
 * Tells the reader, once.
 * @param {Date} heardAt
 */
export function lose(heardAt) {
  doubt();
  const banner = document.getElementById('lost');
  if (banner === null || banner.textContent !== '') return;
  document.title = mark + document.title;
  banner.textContent = `The agent was last heard at ${timeOfDay(heardAt)}. What is shown is from then, and may not hold any more.`;
}

/** Everything was read anew. */
export function found() {
  if (!isLost()) return;
  delete root.dataset.lost;
  const banner = document.getElementById('lost');
  if (banner !== null && banner.textContent !== '') tellNews(banner.id, 'The agent is heard again');
  banner?.replaceChildren();
  if (document.title.startsWith(mark)) document.title = document.title.slice(mark.length);
}

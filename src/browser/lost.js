// Says in the page that what it shows may not hold any more.
import { tellNews } from './news.js';
import { timeOfDay } from './times.js';

const root = document.documentElement;
/** In the title, which is read where the page is not seen. */
const mark = 'Lost: ';

/** What the page is called while it is heard of. */
let title = document.title;

export const isLost = () => 'lost' in root.dataset;

/**
 * Gives the page another title.
 * @param {string} name
 */
export function entitle(name) {
  title = name;
  const told = document.getElementById('lost')?.textContent ?? '';
  document.title = told === '' ? name : mark + name;
}

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
  banner.textContent = `The agent was last heard at ${timeOfDay(heardAt)}. What is shown is from then, and may not hold any more.`;
  entitle(title);
}

/** Everything was read anew. */
export function found() {
  if (!isLost()) return;
  delete root.dataset.lost;
  const banner = document.getElementById('lost');
  if (banner !== null && banner.textContent !== '') tellNews(banner.id, 'The agent is heard again');
  banner?.replaceChildren();
  entitle(title);
}

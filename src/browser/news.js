// Tells aloud what changed in place, for who does not see it: once, in words, and many changes as one.
import { newsInWords } from './news-words.js';

/** What changes at once is told together. */
const togetherMs = 200;

/** @type {string[]} */
let waiting = [];

/** @param {string} news a sentence without its full stop */
export function tellNews(news) {
  if (waiting.push(news) > 1) return;
  setTimeout(() => {
    const told = document.getElementById('news');
    if (told !== null) told.textContent = newsInWords(waiting);
    waiting = [];
  }, togetherMs);
}

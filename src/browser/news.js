// Tells aloud what changed in place, for who does not see it: once, in words, and many changes as one.
import { newsInWords } from './news-words.js';

/** What changes at once is told together. */
const togetherMs = 200;
/** In an outage of everything a change comes after the other: nobody could listen to each. */
const apartMs = 5_000;

/** @type {Map<string, string>} by what it is about: of that, the latest alone */
const waiting = new Map();
let toldMs = Number.NEGATIVE_INFINITY;

/**
 * @param {string} about
 * @param {string} news
 */
export function tellNews(about, news) {
  if (waiting.size === 0) setTimeout(tell, Math.max(togetherMs, toldMs + apartMs - performance.now()));
  waiting.set(about, news);
}

function tell() {
  const told = document.getElementById('news');
  if (told !== null) told.textContent = newsInWords([...waiting.values()]);
  waiting.clear();
  toldMs = performance.now();
}

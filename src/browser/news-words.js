// Changes in words that can be listened to: pure.

/** More is a litany. */
const maxTold = 4;

/**
 * The first ones, and how many more there are.
 * @param {readonly string[]} news each a sentence, with or without its full stop
 */
export function newsInWords(news) {
  const told = news.slice(0, maxTold).map((each) => (each.endsWith('.') ? each : `${each}.`));
  const rest = news.length - told.length;
  if (rest > 0) told.push(rest === 1 ? 'And 1 more change.' : `And ${rest} more changes.`);
  return told.join(' ');
}

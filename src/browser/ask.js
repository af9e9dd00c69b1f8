// Asks the agent.

/** An agent that stands still must not hold up the next refresh. */
const timeoutMs = 5_000;

/**
 * What it answers; rejects where that is not had in time.
 * @param {string} url
 * @param {string} accept
 */
export function answerTo(url, accept) {
  return fetch(url, { headers: { accept }, cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) });
}

/**
 * HTML of its own at a path, parsed; rejects where it cannot be had.
 * @param {string} url
 * @returns {Promise<Document>}
 */
export async function ask(url) {
  const response = await answerTo(url, 'text/html');
  const told = new DOMParser().parseFromString(await response.text(), 'text/html');
  // A proxy may answer in its place: asking who somebody is, or that nothing is here.
  const isOurs = told.getElementById('told') !== null;
  // What the page is about is gone, has another page, or cannot be asked like that: let the browser show that.
  if (isOurs && response.status >= 400 && response.status < 500) location.reload();
  if (!isOurs || !response.ok) throw new Error(`${url} answers ${response.status}`);
  return told;
}

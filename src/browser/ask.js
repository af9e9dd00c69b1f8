// Asks the agent for HTML of its own.

/** An agent that stands still must not hold up the next refresh. */
const timeoutMs = 5_000;

/**
 * What stands at a path, parsed; rejects where it cannot be had.
 * @param {string} url
 * @returns {Promise<Document>}
 */
export async function ask(url) {
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, { headers: { accept: 'text/html' }, cache: 'no-store', signal });
  // What the page is about is gone, or has another page: let the browser show that.
  if (response.status === 404) location.reload();
  if (!response.ok) throw new Error(`${url} answers ${response.status}`);
  return new DOMParser().parseFromString(await response.text(), 'text/html');
}

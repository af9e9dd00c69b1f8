// A tab's part in the stream of changes: shared with the other tabs where the browser can, else its own.
import { createRelay } from './relay.js';

/**
 * Tells a listener what came after an event, until the tab is left; a tab that is come back to begins anew.
 * @param {string} url of the stream
 * @param {() => string} after
 * @param {(word: import('./relay.js').Word) => void} listener
 */
export function listen(url, after, listener) {
  const join = 'SharedWorker' in globalThis ? sharing(url, listener) : alone(url, listener);
  let leave = join(after());
  addEventListener('pagehide', () => leave());
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) leave = join(after());
  });
}

/**
 * @param {string} url
 * @param {(word: import('./relay.js').Word) => void} listener
 * @returns {(after: string) => () => void}
 */
function alone(url, listener) {
  const relay = createRelay(url);
  return (after) => relay.join(after, listener);
}

/** @type {typeof alone} */
function sharing(url, listener) {
  const { port } = new SharedWorker(new URL('./shared.js', import.meta.url), { type: 'module', name: url });
  port.addEventListener('message', ({ data }) => listener(data));
  port.start();
  return (after) => {
    port.postMessage(after);
    return () => port.postMessage(null);
  };
}

// Keeps the parts of a page that are marked data-live as the server tells them now.
import { ask } from './ask.js';
import { onRefresh } from './live.js';
import { entitle } from './lost.js';
import { replace } from './replace.js';
import { localise } from './times.js';

/** As the server wrote each part, by id: what is shown has its times rewritten. */
/** @type {Map<string, string>} */
const written = new Map();

/** To be called before times are rewritten. */
export function keepParts() {
  for (const part of document.querySelectorAll('[data-live]')) written.set(part.id, part.outerHTML);
  if (written.size > 0) onRefresh(refreshParts);
}

/**
 * Reads the page anew and replaces the parts that differ; not for changes of deployments that it is not about.
 * @param {ReadonlySet<string> | null} deployments
 */
async function refreshParts(deployments) {
  const about = document.querySelector('main')?.dataset.deployment;
  if (about !== undefined && deployments !== null && deployments.size > 0 && !deployments.has(about)) return;
  const anew = await ask(location.href);
  entitle(anew.title);
  document.documentElement.dataset.at = anew.documentElement.dataset.at;
  // A part that can change no more comes without the mark.
  for (const shown of document.querySelectorAll('[data-live]')) put(shown, anew.getElementById(shown.id));
}

/**
 * @param {Element} shown
 * @param {Element | null} part as it is now
 */
function put(shown, part) {
  const html = part?.outerHTML;
  if (!part || !html || written.get(part.id) === html) return;
  written.set(part.id, html);
  localise(part);
  document.dispatchEvent(new CustomEvent('picket:refreshing', { detail: { shown, part } }));
  replace(shown, part);
  document.dispatchEvent(new CustomEvent('picket:refreshed'));
}

// The fleet's page: its rows as the reader asks for them, and as they are now.
import { ask as read } from './ask.js';
import { showDays } from './bars.js';
import { onRefresh } from './live.js';
import { entitle } from './lost.js';
import { countInWords, queryOf } from './match.js';
import { replace } from './replace.js';
import { arrange, count, inView, keepOnly, put, takeUp } from './rows.js';
import { localise } from './times.js';

/** Rows that are asked for alone; for more the whole page is read. The server refuses more. */
const maxAsked = 50;
/** Rows put in place before the browser may do something else. */
const maxAtOnce = 100;
const typingMs = 80;

const { prefix = '' } = document.documentElement.dataset;
const form = /** @type {HTMLFormElement} */ (document.getElementById('filter'));
const table = /** @type {HTMLElement} */ (document.getElementById('fleet'));

showDays();
takeUp();
listen();
onRefresh(refresh);
show();

function listen() {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let typing;
  for (const button of form.querySelectorAll('button')) button.hidden = true;
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', () => {
    clearTimeout(typing);
    typing = setTimeout(ask, typingMs);
  });
}

/** The address says what is asked for, to be loaded again and passed on. */
function ask() {
  const query = queryOf(question());
  history.replaceState(history.state, '', query === '' ? `${prefix}/` : `${prefix}/?${query}`);
  show();
}

function question() {
  const asked = new FormData(form);
  /** @param {string} name */
  const value = (name) => String(asked.get(name) ?? '');
  const sort = /** @type {import('./match.js').Sort} */ (value('sort'));
  return { q: value('q'), state: value('state'), label: value('label'), sort };
}

function show() {
  const shown = arrange(question());
  const told = document.getElementById('shown');
  const text = countInWords(shown, count());
  // A live region tells whatever is put into it, the same once more included.
  if (told !== null && told.textContent !== text) told.textContent = text;
  const nothing = document.getElementById('nothing');
  if (nothing !== null) nothing.hidden = shown > 0 || count() === 0;
  document.dispatchEvent(new CustomEvent('picket:refreshed'));
}

/**
 * Without a change, what is in view.
 * @type {import('./live.js').Refresh}
 */
async function refresh(deployments) {
  if (deployments === null) return readAll();
  const asked = deployments.size === 0 ? inView() : [...deployments];
  if (asked.length > maxAsked) return readAll();
  const query = new URLSearchParams(asked.sort().map((id) => ['id', id]));
  const anew = await read(`${prefix}/fragments/fleet?${query}`);
  // Other deployments are configured, or in another order.
  if (anew.getElementById('fleet')?.dataset.revision !== table.dataset.revision) return readAll();
  await take(anew);
  show();
}

async function readAll() {
  const anew = await read(`${prefix}/`);
  table.dataset.revision = anew.getElementById('fleet')?.dataset.revision;
  takeLabels(anew);
  keepOnly(await take(anew));
  show();
}

/**
 * Puts all that another document tells in the place of what is shown; resolves with the ids of its rows.
 * @param {Document} anew
 */
async function take(anew) {
  entitle(anew.title);
  for (const id of ['overall', 'told']) {
    const [shown, part] = [document.getElementById(id), anew.getElementById(id)];
    if (shown === null || part === null) continue;
    localise(part);
    replace(shown, part);
  }
  const rows = /** @type {HTMLElement[]} */ ([...anew.querySelectorAll('#fleet [id^="d-"]')]);
  const ids = new Set(rows.map(({ id }) => id));
  for (const [index, row] of rows.entries()) {
    // Where nobody sees it nothing is held up, and the browser may let a timer wait for a minute.
    if (index % maxAtOnce === maxAtOnce - 1 && document.visibilityState === 'visible') {
      await new Promise((resolve) => setTimeout(resolve));
    }
    put(row);
  }
  return ids;
}

/**
 * Those of deployments that came are there to choose from; a form without any is one until it is loaded again.
 * @param {Document} anew
 */
function takeLabels(anew) {
  const [shown, labels] = [form.elements.namedItem('label'), anew.querySelector('select[name="label"]')];
  if (!(shown instanceof HTMLSelectElement) || labels === null) return;
  const { value } = shown;
  replace(shown, labels);
  shown.value = value;
}

// Which rows of the fleet are meant, and in which order: pure, of the server's page and of the browser's filter alike.

/**
 * What a row is found and ordered by.
 * @typedef {object} Row
 * @property {string} text as searchable makes it
 * @property {string} state
 * @property {number} severity 0 is well
 * @property {readonly string[]} labels each `key:value`
 * @property {string} name
 * @property {number} index its place in the configuration
 */

/**
 * What is asked for; an empty part asks for nothing.
 * @typedef {object} Question
 * @property {string} q words that must all be there, in any order
 * @property {string} state a state, or `unwell`
 * @property {string} label `key:value`
 * @property {Sort} sort
 */

/** @typedef {'worst' | 'configured' | 'name'} Sort */

/** Of all states but operational. */
export const unwell = 'unwell';

/** @type {readonly Sort[]} the first is the one nobody has to ask for */
export const sorts = ['worst', 'configured', 'name'];

/** More words than anybody types cost time for each row. */
const maxWords = 16;

/**
 * The text that words are looked for in.
 * @param {readonly string[]} parts
 */
export function searchable(parts) {
  return parts.join('\n').toLowerCase();
}

/**
 * The predicate of a question.
 * @param {Question} question
 * @returns {(row: Row) => boolean}
 */
export function matching({ q, state, label }) {
  const words = q.toLowerCase().split(/\s+/, maxWords).filter(Boolean);
  return (row) => {
    if (state === unwell ? row.severity === 0 : state !== '' && row.state !== state) return false;
    return (label === '' || row.labels.includes(label)) && words.every((word) => row.text.includes(word));
  };
}

/** One language for all, so that the server and every browser agree; `node-2` comes before `node-10`. */
const names = new Intl.Collator('en', { numeric: true });

/** @type {Readonly<Record<Sort, (a: Row, b: Row) => number>>} */
const orders = {
  worst: (a, b) => b.severity - a.severity || a.index - b.index,
  configured: (a, b) => a.index - b.index,
  name: (a, b) => names.compare(a.name, b.name) || a.index - b.index,
};

/**
 * The rows in the order asked for, as another list.
 * @template {Row} Any
 * @param {readonly Any[]} rows
 * @param {Sort} sort
 */
export function inOrder(rows, sort) {
  return [...rows].sort(orders[sort]);
}

/**
 * The question as a query, without what is asked for by none.
 * @param {Question} question
 */
export function queryOf({ q, state, label, sort }) {
  const asked = Object.entries({ q, state, label, sort: sort === sorts[0] ? '' : sort });
  return new URLSearchParams(asked.filter(([, value]) => value !== '')).toString();
}

/**
 * How many are shown, in words.
 * @param {number} shown
 * @param {number} all
 */
export function countInWords(shown, all) {
  if (shown === all) return all === 1 ? '1 deployment' : `${all} deployments`;
  return `${shown} of ${all} deployments`;
}

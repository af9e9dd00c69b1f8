// The words of an answer against those that are expected, wherever they stand.
import type { EndpointName } from '../contract/endpoints.ts';
import { type ExpectedFields, type ExpectedWords, expectationBounds, nothing } from '../model/expectation.ts';
import { parsePath, pathBelow } from '../model/field-path.ts';
import { isFields, maxItems } from './document.ts';
import { cut, describe, type Findings } from './finding.ts';
import { algorithmIn } from './words.ts';

/** Values at one path that are looked at. */
const maxValues = 10_000;

/** Of each other word its first place. */
export function compareWords(
  endpoint: EndpointName,
  expected: ExpectedWords,
  fields: ExpectedFields,
  document: unknown,
  findings: Findings,
): void {
  for (const [path, words] of Object.entries(expected)) {
    const { found, emptied } = valuesAt(path, document);
    const wanted = words.map((word) => `"${word}"`).join(' | ');
    const seen = new Set(words);
    for (const { path: place, value } of found) {
      const word = wordIn(endpoint, path, value);
      const remembered = word === null ? null : rememberedText(word);
      if (remembered === null || seen.has(remembered)) continue;
      seen.add(remembered);
      const message = 'a word that nobody expects';
      // The whole word: a secret in it could not be found once it is cut.
      findings.add({ rule: 'drift.expected', path: place, message, expected: wanted, observed: `"${word}"` });
    }
    // Whether the field has to be there, and as a text, is for the expected fields to say where they list it.
    if (emptied || Object.hasOwn(fields, path) || found.some(({ value }) => typeof value === 'string'))
      continue;
    const observed = found[0] === undefined ? nothing : describe(found[0].value);
    const message = 'there is no word where one is expected';
    findings.add({ rule: 'drift.expected', path, message, expected: wanted, observed });
  }
}

/** The word in a value at a path: as for the values seen, that of a checksum is its algorithm. null for no word. */
export function wordIn(endpoint: EndpointName, path: string, value: unknown): string | null {
  if (typeof value !== 'string') return null;
  return endpoint === 'files' && path === 'data[].checksum' ? algorithmIn(value) : value;
}

/** A name or a word as an expectation holds it: cut, and without half a character. */
export function rememberedText(text: string): string {
  return cut(text, expectationBounds.textLength).toWellFormed();
}

interface Found {
  /** With the indexes. */
  readonly path: string;
  readonly value: unknown;
}

/** `emptied`: a list on the way has no items, so that there may be nothing to find. */
export function valuesAt(
  path: string,
  document: unknown,
): { readonly found: readonly Found[]; readonly emptied: boolean } {
  let found: readonly Found[] = [{ path: '', value: document }];
  let emptied = false;
  for (const step of parsePath(path) ?? []) {
    const inside: Found[] = [];
    for (const { path: outer, value } of found) {
      if (inside.length >= maxValues) break;
      if (step !== null) {
        if (isFields(value) && Object.hasOwn(value, step)) {
          inside.push({ path: pathBelow(outer, step), value: value[step] });
        }
      } else if (Array.isArray(value)) {
        emptied ||= value.length === 0;
        for (const [index, item] of value.slice(0, maxItems).entries()) {
          inside.push({ path: `${outer}[${index}]`, value: item });
        }
      }
    }
    found = inside;
  }
  return { found, emptied };
}

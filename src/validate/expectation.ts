// One answer against what the deployment is expected to be like: components here, fields and words beside it.
import { type Endpoint, takesCursor } from '../contract/endpoints.ts';
import { nothing } from '../model/expectation.ts';
import { listIn, type Subject, textIn } from './document.ts';
import { compareFields } from './expected-fields.ts';
import { compareWords, rememberedText } from './expected-words.ts';
import type { Findings } from './finding.ts';

/** Costs nothing where nothing is expected, or where the rule is off. */
export function checkExpectation(endpoint: Endpoint, { deployment, document, findings }: Subject): void {
  const { expect, pagination } = deployment;
  if (expect === null || findings.full('drift.expected')) return;
  const { [endpoint.name]: fields } = expect.fields;
  const { [endpoint.name]: words } = expect.words;
  if (endpoint.body === 'document' && expect.components !== null) {
    compareComponents(expect.components, document, findings);
  }
  if (fields !== undefined) {
    // The last page has no cursor, and without a limit no page has one.
    const cursor = takesCursor(endpoint.name) ? (pagination?.cursorField ?? null) : null;
    compareFields(fields, cursor, document, findings);
  }
  if (words !== undefined) compareWords(endpoint.name, words, fields ?? {}, document, findings);
}

/** The whole list, however long it is; a list that is none is the shape rules' to tell. */
function compareComponents(expected: readonly string[], document: unknown, findings: Findings): void {
  const listed = listIn(document, 'components');
  if (listed === null) return;
  const names = listed.flatMap((item) => textIn(item, 'name') ?? []);
  // What is told is the whole name: a secret in it could not be found once it is cut.
  const reported = new Map(names.map((name) => [rememberedText(name), name]));
  const say = (message: string, sides: { readonly expected: string; readonly observed: string }) =>
    findings.add({ rule: 'drift.expected', path: 'components', message, ...sides });
  for (const name of expected) {
    if (reported.has(name)) continue;
    say('an expected component is not reported', { expected: `"${name}"`, observed: nothing });
  }
  const known = new Set(expected);
  for (const [remembered, name] of reported) {
    if (known.has(remembered)) continue;
    say('a component that nobody expects', { expected: nothing, observed: `"${name}"` });
  }
}

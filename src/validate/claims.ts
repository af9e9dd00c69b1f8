// What an answer says, read into bounded claims for the judge, as far as the operator's rules let it stand.
import type { Endpoint, ResourceName } from '../contract/endpoints.ts';
import { meaningOf } from '../contract/words.ts';
import type { Deployment } from '../model/deployment.ts';
import { type Claims, noClaims, type Reported } from '../model/round.ts';
import { type Redact, redactorOf } from '../model/secret.ts';
import { type State, stateCode, states } from '../model/states.ts';
import { instantIn, isFields, listIn, textIn } from './document.ts';
import { cut, describe } from './finding.ts';

/** Components or regions of one answer. */
const maxClaimed = 1_000;
/** Characters of a name or a word. */
const maxClaimLength = 120;
/** One for each state, and one for what is expected. */
const weights = states.length + 1;

type Reader = (document: unknown, deployment: Deployment, redact: Redact) => Claims | null;

const readers: Readonly<Partial<Record<ResourceName, Reader>>> = { status: readStatus, region: readRegions };

/** Without the deployment's secrets. null where the document does not allow reading: no overall word or components, or no list. */
export function readClaims(endpoint: Endpoint, document: unknown, deployment: Deployment): Claims | null {
  return (readers[endpoint.resource] ?? readItems)(document, deployment, redactorOf(deployment.secrets));
}

function readStatus(document: unknown, deployment: Deployment, redact: Redact): Claims | null {
  const listed = listIn(document, 'components');
  if (!isFields(document) || document.status === undefined || listed === null) return null;
  const expected = new Set(deployment.components.expected);
  const components = weightiest(listed, weighComponents(deployment)).flatMap((item) => {
    // An expected name is the configuration's own, and must still be found when a secret is a part of it.
    const raw = textIn(item, 'name');
    const name = raw !== null && expected.has(raw) ? cut(raw, maxClaimLength) : bounded(raw, redact);
    return name === null ? [] : [{ name, reported: reportedIn(item, deployment, redact) }];
  });
  return {
    overall: reportedIn(document, deployment, redact),
    version: bounded(textIn(document, 'version'), redact),
    region: bounded(textIn(document, 'region'), redact),
    updatedAtMs: instantIn(document, 'updated_at'),
    components,
    regions: [],
    items: null,
  };
}

function readItems(document: unknown): Claims | null {
  const listed = listIn(document, 'data');
  if (listed === null) return null;
  return { ...noClaims, items: listed.length };
}

function readRegions(document: unknown, deployment: Deployment, redact: Redact): Claims | null {
  const claims = readItems(document);
  const weigh = (item: unknown) =>
    textIn(item, 'code') === null ? null : stateCode(stateIn(item, deployment.statusWords));
  const regions = weightiest(listIn(document, 'data') ?? [], weigh).flatMap((item) => {
    const text = (field: string) => bounded(textIn(item, field), redact);
    const code = text('code');
    const [name, zone, country] = [text('name') ?? '', text('zone') ?? '', text('country') ?? ''];
    return code === null
      ? []
      : [{ code, name, zone, country, reported: reportedIn(item, deployment, redact) }];
  });
  return claims && { ...claims, regions };
}

/**
 * At most `maxClaimed` items, all in their order where that is enough. Else the weightiest: however many are well,
 * the one that is not is among them. A weight is an index below `weights`; what has none is passed over.
 */
function weightiest(
  items: readonly unknown[],
  weightOf: (item: unknown) => number | null,
): readonly unknown[] {
  if (items.length <= maxClaimed) return items;
  const byWeight: unknown[][] = Array.from({ length: weights }, () => []);
  for (const item of items) {
    const weight = weightOf(item);
    const alike = weight === null ? undefined : byWeight[weight];
    if (alike !== undefined && alike.length < maxClaimed) alike.push(item);
  }
  return byWeight.reverse().flat().slice(0, maxClaimed);
}

/** Those of an expected name come first, once for each state: it may be listed more often than is claimed. */
function weighComponents({
  components: { expected },
  statusWords,
}: Deployment): (item: unknown) => number | null {
  const names = new Set(expected);
  const met = new Set<string>();
  return (item) => {
    const name = textIn(item, 'name');
    if (name === null) return null;
    const state = stateIn(item, statusWords);
    if (!names.has(name) || met.has(`${state} ${name}`)) return stateCode(state);
    met.add(`${state} ${name}`);
    return weights - 1;
  };
}

/** A word in no table is unknown, and so is what is no word: then its JSON, as far as it is short. */
function reportedIn(item: unknown, deployment: Deployment, redact: Redact): Reported {
  const status = isFields(item) ? item.status : undefined;
  const word = cut(typeof status === 'string' ? status : rawJson(status), maxClaimLength, redact);
  return { word, state: stateIn(item, deployment.statusWords) };
}

function stateIn(item: unknown, added: Deployment['statusWords']): State {
  const word = textIn(item, 'status');
  return (word === null ? undefined : meaningOf(word, added)) ?? 'unknown';
}

function rawJson(value: unknown): string {
  if (Array.isArray(value)) return '[…]';
  if (isFields(value)) return '{…}';
  return value === undefined ? describe(value) : JSON.stringify(value);
}

function bounded(text: string | null, redact: Redact): string | null {
  return text === null ? null : cut(text, maxClaimLength, redact);
}

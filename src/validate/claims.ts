// What an answer says, read into bounded claims for the judge, as far as the operator's rules let it stand.
import type { Endpoint, ResourceName } from '../contract/endpoints.ts';
import { meaningOf } from '../contract/words.ts';
import type { Deployment } from '../model/deployment.ts';
import type { Claims, Reported } from '../model/round.ts';
import { instantIn, isFields, listIn, textIn } from './document.ts';
import { cut, describe } from './finding.ts';

/** Components or regions of one answer. */
export const maxClaimed = 1_000;
/** Characters of a name or a word. */
export const maxClaimLength = 120;

type Reader = (document: unknown, deployment: Deployment) => Claims | null;

const readers: Readonly<Partial<Record<ResourceName, Reader>>> = { status: readStatus, region: readRegions };

/** null where the document does not allow reading: no overall word or components, or no list. */
export function readClaims(endpoint: Endpoint, document: unknown, deployment: Deployment): Claims | null {
  return (readers[endpoint.resource] ?? readItems)(document, deployment);
}

function readStatus(document: unknown, deployment: Deployment): Claims | null {
  const listed = listIn(document, 'components');
  if (!isFields(document) || document.status === undefined || listed === null) return null;
  const components = listed.flatMap((item) => {
    const name = bounded(textIn(item, 'name'));
    return name === null ? [] : [{ name, reported: reportedIn(item, deployment) }];
  });
  const expected = new Set(deployment.components.expected);
  const weighty = (component: (typeof components)[number]) =>
    component.reported.state !== 'operational' || expected.has(component.name);
  return {
    overall: reportedIn(document, deployment),
    version: bounded(textIn(document, 'version')),
    region: bounded(textIn(document, 'region')),
    updatedAtMs: instantIn(document, 'updated_at'),
    components: first(components, weighty),
    regions: [],
    items: null,
  };
}

function readItems(document: unknown): Claims | null {
  const listed = listIn(document, 'data');
  if (listed === null) return null;
  return {
    overall: null,
    version: null,
    region: null,
    updatedAtMs: null,
    components: [],
    regions: [],
    items: listed.length,
  };
}

function readRegions(document: unknown, deployment: Deployment): Claims | null {
  const claims = readItems(document);
  const regions = (listIn(document, 'data') ?? []).flatMap((item) => {
    const text = (field: string) => bounded(textIn(item, field));
    const code = text('code');
    const [name, zone, country] = [text('name') ?? '', text('zone') ?? '', text('country') ?? ''];
    return code === null ? [] : [{ code, name, zone, country, reported: reportedIn(item, deployment) }];
  });
  return claims && { ...claims, regions: first(regions, ({ reported }) => reported.state !== 'operational') };
}

/** The first `maxClaimed`; where that leaves some out, those that matter come before those that are well. */
function first<Item>(items: readonly Item[], matters: (item: Item) => boolean): readonly Item[] {
  if (items.length <= maxClaimed) return items;
  return [...items.filter(matters), ...items.filter((item) => !matters(item))].slice(0, maxClaimed);
}

/** A word in no table is unknown, and so is what is no word: then its JSON, as far as it is short. */
function reportedIn(item: unknown, deployment: Deployment): Reported {
  const status = isFields(item) ? item.status : undefined;
  if (typeof status !== 'string') return { word: rawJson(status), state: 'unknown' };
  return { word: cut(status, maxClaimLength), state: meaningOf(status, deployment.statusWords) ?? 'unknown' };
}

function rawJson(value: unknown): string {
  if (Array.isArray(value)) return '[…]';
  if (isFields(value)) return '{…}';
  return value === undefined ? describe(value) : JSON.stringify(value);
}

function bounded(text: string | null): string | null {
  return text === null ? null : cut(text, maxClaimLength);
}

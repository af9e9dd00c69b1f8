// What the API document states of a body, written down by hand a second time: the oracle of the mutation pass.

import type { EndpointName } from '../../src/contract/endpoints.ts';
import { pathBelow } from '../../src/model/field-path.ts';

/**
 * breaks: a statement of the document does not hold. ours: the configuration or the clock is contradicted, of which
 * the document says nothing. adds: more than the document shows. custom: beside what is usual, or only seen.
 */
export type Class = 'breaks' | 'ours' | 'adds' | 'custom';

export interface Claim {
  readonly class: Class;
  readonly path: string;
  /** undefined where there is none. */
  readonly value: unknown;
}

/** The deployment's side of it. */
export interface Expected {
  readonly endpoint: EndpointName;
  readonly version: string;
  readonly components: readonly string[];
  /** Of items; null where none was asked for. */
  readonly limit: number | null;
  readonly nowMs: number;
}

type Form = (value: unknown) => Class | null;
type Fields = Readonly<Record<string, Form>>;

const formed =
  (holds: (text: string) => boolean, otherwise: Class = 'breaks'): Form =>
  (value) => {
    if (typeof value !== 'string') return 'breaks';
    return holds(value) ? null : otherwise;
  };
const text = formed(() => true);
const prefixed = (prefix: string) => formed((id) => id.startsWith(prefix) && id.length > prefix.length);
/** Too large a number is read as infinite, and had no fraction to speak of. */
export const isInteger = (value: unknown) => typeof value === 'number' && !(value % 1);
/** "Integer", and a size, pixels or a number of something. */
const amount: Form = (value) => (isInteger(value) && Number(value) >= 0 ? null : 'breaks');

/** "ISO 8601 UTC timestamps ... with a trailing Z, with second precision". */
const timestamp = formed((stamp) => {
  const [, day = '', hour = ''] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)Z$/.exec(stamp) ?? [];
  const midnight = new Date(`${day}T00:00:00Z`);
  const dayHolds = !Number.isNaN(midnight.valueOf()) && midnight.toISOString().startsWith(day) && day !== '';
  const hourHolds = /^([01]\d|2[0-3])(:[0-5]\d){2}$|^24:00:00$|^23:59:60$/.test(hour);
  // The basic form of ISO 8601, without separators.
  return (dayHolds && hourHolds) || /^\d{8}T\d{6}Z$/.test(stamp);
});

/** RFC 6838, section 4.2, and parameters. */
const mediaType = /^[a-z\d!#$&^_.+-]+\/[a-z\d!#$&^_.+-]+\s*(;.*)?$/is;

/** Reported words that are understood; others only add to what was seen. */
const states = ['operational', 'maintenance', 'under_maintenance', 'degraded', 'degraded_performance'].concat(
  ['partial_outage', 'major_outage', 'outage', 'down'],
);
const alike = (word: string) => word.trim().toLowerCase().replaceAll(/[ -]/g, '_');
const state = formed((word) => states.includes(alike(word)), 'adds');

type ListName = Exclude<EndpointName, 'status'>;

const lists: Readonly<Record<ListName, Fields>> = {
  files: {
    id: prefixed('fil_'),
    created_at: timestamp,
    filename: formed((name) => name.lastIndexOf('.') > 0 && !name.endsWith('.')),
    bytes: amount,
    checksum: formed(isChecksum),
  },
  media: {
    id: prefixed('med_'),
    created_at: timestamp,
    content_type: formed((type) => mediaType.test(type)),
    bytes: amount,
    width: amount,
    height: amount,
    status: text,
  },
  services: {
    id: prefixed('svc_'),
    created_at: timestamp,
    name: text,
    runtime: text,
    replicas: amount,
    status: text,
  },
  regions: {
    code: formed((code) => /^[a-z]+\d$/.test(code)),
    name: text,
    zone: formed((zone) => zone.includes('-') && zone.split('-').every((part) => /^[a-z\d]+$/.test(part))),
    country: formed((country) => /^[A-Z]{2}$/.test(country)),
    status: state,
  },
  incidents: {
    id: prefixed('inc_'),
    created_at: timestamp,
    title: text,
    status: text,
    impact: text,
    resolved_at: timestamp,
  },
};

/** "Value seen", but for the states of regions. */
const seen: Readonly<Record<ListName, Readonly<Record<string, string>>>> = {
  files: { checksum: 'sha256' },
  media: { status: 'ready' },
  services: { runtime: 'function', status: 'running' },
  regions: {},
  incidents: { status: 'resolved', impact: 'minor' },
};

/** All that is to be said of a body, each place once for each class. */
export function judge(expected: Expected, body: string): readonly Claim[] {
  let document: unknown;
  try {
    document = JSON.parse(body);
  } catch {
    return [{ class: 'breaks', path: '', value: body }];
  }
  return expected.endpoint === 'status'
    ? judgeStatus(expected, document)
    : judgeList(expected.endpoint, expected.limit, document);
}

function judgeList(endpoint: ListName, limit: number | null, document: unknown): Claim[] {
  const envelope: Fields = {
    object: formed((literal) => literal === 'list'),
    data: (data) => (Array.isArray(data) && data.length <= (limit ?? data.length) ? null : 'breaks'),
  };
  const items = itemsOf(document, 'data');
  return [
    ...judgeFields(document, '', envelope),
    ...items.flatMap((item, at) => judgeFields(item, `data[${at}]`, lists[endpoint])),
    ...twice(items, endpoint === 'regions' ? 'code' : 'id', 'data', 'custom'),
    ...Object.entries(seen[endpoint]).flatMap(([field, word]) => unseen(items, field, word)),
    ...items.flatMap((item, at) => customs(item, `data[${at}]`)),
  ];
}

/** Each word but the one that was seen, at its first place; of a checksum, its algorithm. */
function unseen(items: readonly unknown[], field: string, word: string): Claim[] {
  const said = new Set<unknown>([word]);
  return items.flatMap((item, at) => {
    const value = fieldOf(item, field);
    const [own = ''] = typeof value !== 'string' ? [word] : field === 'checksum' ? value.split(':') : [value];
    const isFormed = field !== 'checksum' || (typeof value === 'string' && isChecksum(value));
    if (said.has(own) || !isFormed) return [];
    said.add(own);
    return [claim('adds', `data[${at}].${field}`, value)];
  });
}

function customs(item: unknown, path: string): Claim[] {
  const [checksum, type, created, resolved] = ['checksum', 'content_type', 'created_at', 'resolved_at'].map(
    (field) => String(fieldOf(item, field)),
  ) as [string, string, string, string];
  const [from, to] = [created, resolved].map((stamp) =>
    timestamp(stamp) === null && !stamp.includes('T24:') ? Date.parse(stamp) : Number.NaN,
  ) as [number, number];
  return [
    ...(/^sha256:(?![\da-f]{64}$)./is.test(checksum) ? [claim('custom', `${path}.checksum`, checksum)] : []),
    ...(mediaType.test(type) && !/^(video|image)\//i.test(type)
      ? [claim('custom', `${path}.content_type`, type)]
      : []),
    ...(to < from ? [claim('custom', `${path}.resolved_at`, resolved)] : []),
  ];
}

function judgeStatus({ version, components, nowMs }: Expected, document: unknown): Claim[] {
  const items = itemsOf(document, 'components');
  const names = items.map((item) => fieldOf(item, 'name'));
  const missing =
    Array.isArray(fieldOf(document, 'components')) && components.some((name) => !names.includes(name));
  const versionOf = fieldOf(document, 'version');
  const updatedAt = fieldOf(document, 'updated_at');
  const ahead = timestamp(updatedAt) === null && Date.parse(String(updatedAt)) > nowMs + 60_000;
  const shown: Fields = {
    status: state,
    version: text,
    region: text,
    components: (list) => (Array.isArray(list) ? null : 'breaks'),
    updated_at: timestamp,
  };
  return [
    // What breaks a statement is not what merely adds.
    ...judgeFields(document, '', shown).filter(
      ({ class: said, path }) => said !== 'adds' || !listFields.includes(path),
    ),
    ...items.flatMap((item, at) => judgeFields(item, `components[${at}]`, { name: text, status: state })),
    ...(versionOf === version ? [] : [claim('breaks', 'version', versionOf)]),
    ...listFields.flatMap((field) => {
      const value = fieldOf(document, field);
      return value === undefined ? [] : [claim('breaks', field, value)];
    }),
    ...(missing ? [claim('ours', 'components', names)] : []),
    ...(versionOf === version && isContradicted(document, items)
      ? [claim('ours', 'status', fieldOf(document, 'status'))]
      : []),
    ...(ahead ? [claim('ours', 'updated_at', updatedAt)] : []),
    ...twice(items, 'name', 'components', 'ours'),
    ...names.flatMap((name, at) =>
      typeof name === 'string' && !components.includes(name)
        ? [claim('custom', `components[${at}].name`, name)]
        : [],
    ),
  ];
}

/** "Not a list; no object or data field". */
const listFields = ['object', 'data'];

/** Operational as a whole while a component is not, or the other way; a word not understood claims nothing. */
function isContradicted(document: unknown, items: readonly unknown[]): boolean {
  const meant = (value: unknown) => {
    const word = fieldOf(value, 'status');
    return typeof word === 'string' && states.includes(alike(word)) ? alike(word) : null;
  };
  const parts = items.filter((item) => typeof fieldOf(item, 'name') === 'string').map(meant);
  if (meant(document) === 'operational') return parts.some((part) => part !== null && part !== 'operational');
  return meant(document) !== null && parts.length > 0 && parts.every((part) => part === 'operational');
}

/** Every field that is shown, and those that are not, with the indexes left out. */
function judgeFields(value: unknown, path: string, fields: Fields): Claim[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [claim('breaks', path, value)];
  const at = (field: string) => (path === '' ? field : `${path}.${field}`);
  const documented = Object.entries(fields).flatMap(([field, form]) => {
    const inner = fieldOf(value, field);
    if (inner === undefined) return isOptional(field, value) ? [] : [claim('breaks', at(field), inner)];
    const said = form(inner);
    return said === null ? [] : [claim(said, at(field), inner)];
  });
  const more = Object.keys(value).filter((field) => !Object.hasOwn(fields, field));
  return [
    ...documented,
    ...more.map((field) => claim('adds', pathBelow(path.replace(/^(\w+)\[\d+\]/, '$1[]'), field), null)),
  ];
}

/** "Form <algorithm>:<digest>". */
function isChecksum(sum: string): boolean {
  const [algorithm = '', ...digest] = sum.split(':');
  return algorithm !== '' && !/\s/.test(algorithm) && digest.join(':') !== '';
}

/** "Present on resolved incidents". */
function isOptional(field: string, item: unknown): boolean {
  return field === 'resolved_at' && alike(String(fieldOf(item, 'status'))) !== 'resolved';
}

/** The second place of each text that a field has more than once. */
function twice(items: readonly unknown[], field: string, list: string, kind: Class): Claim[] {
  const times = new Map<unknown, number>();
  return items.flatMap((item, at) => {
    const value = fieldOf(item, field);
    times.set(value, (times.get(value) ?? 0) + 1);
    const isSecond = typeof value === 'string' && times.get(value) === 2;
    return isSecond ? [claim(kind, `${list}[${at}].${field}`, value)] : [];
  });
}

function claim(kind: Class, path: string, value: unknown): Claim {
  return { class: kind, path, value };
}

function fieldOf(value: unknown, field: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, field) ? Reflect.get(value, field) : undefined;
}

function itemsOf(document: unknown, field: string): readonly unknown[] {
  const list = fieldOf(document, field);
  return Array.isArray(list) ? list : [];
}

// Every change of one step to a JSON document: deleted, retyped, renamed, duplicated, added to, reordered, extreme.

/** A value as JSON text, so that what JavaScript would tidy up (key order, twin keys, -0) reaches the validator. */
export type Tree = string | Branch;

interface Branch {
  readonly open: '{' | '[';
  /** The keys of an array are not written. */
  readonly entries: readonly Entry[];
}

type Entry = readonly [key: string, value: Tree];
type Place = readonly number[];
type Edit = (entry: Entry) => readonly Entry[];

export interface Mutation {
  readonly label: string;
  readonly tree: Tree;
}

/** A value that the document never shows at most of its places; each is put at every place. */
const values: readonly string[] = [
  ...['null', 'true', 'false', '0', '-0', '1.0', '1e2', '0.5', '-1', '-0.5', '9007199254740991'],
  ...['9007199254740993', '1e308', '1e400', '1795168798', '[]', '[[]]', '[null]', '{}', '{"object":"list"}'],
  ...['[{"name":"API","status":"operational"}]', `${'['.repeat(2_000)}${']'.repeat(2_000)}`],
  ...[
    ...['', ' ', '0', 'null', 'x', 'list', 'List', 'list ', 'v1', 'v2', 'v3', 'V1', 'v', 'v1.0'],
    ...['x'.repeat(100_000), '\u0000', '\ud800', '\u202eabc\u2066', 'é-ü', '<script>', '__proto__'],
    ...['2026-10-02T08:15:00Z', '2028-02-29T00:00:00Z', '1969-12-31T23:59:59Z', '0000-01-01T00:00:00Z'],
    ...['9999-12-31T23:59:59Z', '+010000-01-01T00:00:00Z', '2026-02-30T00:00:00Z', '2026-02-29T00:00:00Z'],
    ...['2026-13-01T00:00:00Z', '2026-00-10T00:00:00Z', '2026-10-00T00:00:00Z', '2026-10-02T25:00:00Z'],
    ...['2026-10-02T08:60:00Z', '2026-10-02T24:00:00Z', '2026-12-31T23:59:60Z', '2026-10-02T08:15:61Z'],
    ...['2026-10-02T08:15:00.000Z', '2026-10-02T08:15Z', '2026-10-02', '2026-10-02T08:15:00'],
    ...['2026-10-02T08:15:00+00:00', '2026-10-02T08:15:00+02:00', '2026-10-02T08:15:00-00:00'],
    ...['2026-10-02T08:15:00z', '2026-10-02t08:15:00Z', '2026-10-02 08:15:00Z', '20261002T081500Z'],
    ...['2026-10-02T08:15:00Z ', '2026-10-02T08:15:00ZZ', 'Fri, 02 Oct 2026 08:15:00 GMT'],
    ...['fil_', 'fil_x', 'FIL_x', ' fil_x', 'fil-x', 'file_x', 'med_', 'med_x', 'svc_', 'svc_x', 'inc_'],
    ...['inc_x', 'inc_20', 'fil_\n', 'fil_fil_x', 'xfil_x'],
    ...[
      'sha256:',
      ':9f86',
      'sha256',
      'sha256-9f86',
      'sha256 :9f86',
      ' sha256:9f86',
      `sha256:${'0a'.repeat(32)}`,
      `sha256:${'0'.repeat(63)}`,
    ],
    ...['sha256:xyz', 'sha512:9f86', 'md5:d41d8cd98f00b204'],
    ...[
      'video/mp4',
      'image/svg+xml',
      'audio/ogg',
      'video',
      'video/',
      '/mp4',
      'video/mp4 x',
      'video/mp4/2',
      'video /mp4',
      'VIDEO/MP4',
      'text/html; charset=utf-8',
    ],
    ...['report', 'report.', '.profile', 'report.tar.gz'],
    ...['fra1', 'FRA1', 'fra', 'fra12', '1', '1fra', 'fra-1', 'fra1 ', 'fra1\n', 'frá1'],
    ...['eu-central', 'EU-CENTRAL', 'eu', 'eu_central', 'eu-west-1', 'Eu-central', '-', 'eu-central\n'],
    ...[
      'DE',
      'de',
      'De',
      'DEU',
      'D',
      'D1',
      'ÄÖ',
      'DE\n',
      'ready',
      'READY',
      'running',
      'function',
      'resolved',
    ],
    ...['minor', 'operational', 'Operational', 'Partial Outage', 'under-maintenance', 'down', 'on fire'],
    ...['investigating', 'API', 'Frankfurt'],
  ].map((text) => JSON.stringify(text)),
];

/** A key that no resource shows, but for two that are shown elsewhere. */
const keys = [
  ...['extra', 'object', 'data', 'next_cursor', 'ID', '', '__proto__', 'constructor', 'toString', 'a.b', '0'],
  ...['nul\u0000', 'rtl\u202e', 'half\ud800', 'k'.repeat(1_000)],
];

/** More items than any rule looks at one by one. */
const many = 1_100;

export function treeOf(value: unknown): Tree {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, inner]) => [key, treeOf(inner)] as const);
  return { open: Array.isArray(value) ? '[' : '{', entries };
}

export function textOf(tree: Tree): string {
  if (typeof tree === 'string') return tree;
  if (tree.open === '[') return `[${tree.entries.map(([, value]) => textOf(value)).join(',')}]`;
  return `{${tree.entries.map(([key, value]) => `${JSON.stringify(key)}:${textOf(value)}`).join(',')}}`;
}

/** The indexes that lead to a value from the root, which is `[]`. */
export function placesIn(tree: Tree): Place[] {
  if (typeof tree === 'string') return [[]];
  return [[], ...tree.entries.flatMap(([, value], at) => placesIn(value).map((place) => [at, ...place]))];
}

/** All of one step at a place. */
export function mutationsAt(root: Tree, place: Place): readonly Mutation[] {
  return [
    ...values.map((value) => replacedAt(root, place, value)),
    ...(place.length === 0 ? [] : changedAt(root, place)),
    ...widenedAt(root, place),
    ...reorderedAt(root, place),
  ];
}

export function replacedAt(root: Tree, place: Place, value: string): Mutation {
  const label = `${nameOf(root, place)} = ${short(value)}`;
  return { label, tree: edit(root, place, ([key]) => [[key, value]]) };
}

/** An entry of an object or an array: gone, twice, many times, under another name. */
function changedAt(root: Tree, place: Place): Mutation[] {
  const name = nameOf(root, place);
  const change = (what: string, by: Edit) => ({ label: `${name} ${what}`, tree: edit(root, place, by) });
  const ofObject = branchAt(root, place.slice(0, -1))?.open === '{';
  const both = [change('deleted', () => []), change('twice', (entry) => [entry, entry])];
  if (!ofObject) return place.at(-1) === 0 ? [...both, ...multiplied(change)] : both;
  return [
    ...both,
    ...keys.map((key) => change(`renamed ${short(key)}`, ([, value]) => [[key, value]])),
    change('renamed in upper case', ([key, value]) => [[key.toUpperCase(), value]]),
    change('renamed with a blank', ([key, value]) => [[`${key} `, value]]),
  ];
}

/** An item so often that the list is longer than what is looked at, and another one at its end. */
function multiplied(change: (what: string, by: Edit) => Mutation): Mutation[] {
  const copies = (entry: Entry) => Array.from({ length: many }, () => entry);
  return [
    change('many times', copies),
    change('many times, then null', (entry) => [...copies(entry), ['', 'null']]),
    change('many times, then {}', (entry) => [...copies(entry), ['', '{}']]),
    change('many times, then emptied', (entry) => [...copies(entry), emptied(entry)]),
  ];
}

/** Texts become empty and numbers 0: the fields are there, in their type. */
function emptied([key, value]: Entry): Entry {
  if (typeof value !== 'string') return [key, { ...value, entries: value.entries.map(emptied) }];
  return [key, value.startsWith('"') ? '""' : '0'];
}

/** An object with one field more, before and after its own. */
function widenedAt(root: Tree, place: Place): Mutation[] {
  const branch = branchAt(root, place);
  if (branch?.open !== '{') return [];
  const free = keys.filter((key) => branch.entries.every(([own]) => own !== key));
  return free.flatMap((key, index) => {
    const more: Entry = [key, ['null', '"x"', '{"deep":[{}]}', '[]'][index % 4] ?? 'null'];
    const label = `${nameOf(root, place)} with ${short(key)}`;
    return [
      { label, tree: swap(root, place, { ...branch, entries: [...branch.entries, more] }) },
      { label: `${label} first`, tree: swap(root, place, { ...branch, entries: [more, ...branch.entries] }) },
    ];
  });
}

function reorderedAt(root: Tree, place: Place): Mutation[] {
  const branch = branchAt(root, place);
  if (branch === null || branch.entries.length < 2) return [];
  const [first, ...rest] = branch.entries;
  const orders = { reversed: branch.entries.toReversed(), rotated: first ? [...rest, first] : rest };
  return Object.entries(orders).map(([order, entries]) => ({
    label: `${nameOf(root, place)} ${order}`,
    tree: swap(root, place, { ...branch, entries }),
  }));
}

function branchAt(tree: Tree, [at, ...rest]: Place): Branch | null {
  if (typeof tree === 'string') return null;
  const inner = at === undefined ? undefined : tree.entries[at]?.[1];
  return inner === undefined ? tree : branchAt(inner, rest);
}

function swap(root: Tree, place: Place, branch: Branch): Tree {
  return edit(root, place, ([key]) => [[key, branch]]);
}

/** The tree with the entry at a place made into others; the root is an entry of nothing, and stays one. */
function edit(tree: Tree, [at, ...rest]: Place, by: Edit): Tree {
  if (at === undefined) return by(['', tree])[0]?.[1] ?? tree;
  if (typeof tree === 'string') return tree;
  const entries = tree.entries.flatMap((entry, index): readonly Entry[] => {
    if (index !== at) return [entry];
    return rest.length === 0 ? by(entry) : [[entry[0], edit(entry[1], rest, by)]];
  });
  return { ...tree, entries };
}

function nameOf(tree: Tree, [at, ...rest]: Place): string {
  if (at === undefined || typeof tree === 'string') return '';
  const [key = '', inner = ''] = tree.entries[at] ?? [];
  return `${tree.open === '[' ? `[${at}]` : `.${key}`}${nameOf(inner, rest)}`;
}

const short = (text: string) => (text.length > 40 ? `${text.slice(0, 39)}…` : text);

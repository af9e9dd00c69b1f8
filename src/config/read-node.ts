// YAML nodes to plain values: aliases, merge keys and references resolved, each value's place written down.
import { type Outside, type Substitution, substitute } from './interpolate.ts';
import type { Draft, Path } from './issues.ts';
import type { ListNode, MappingNode, Node, ScalarNode } from './nodes.ts';

/** Values after aliases and merge keys are expanded: the bound against a file that grows without end. */
const maxValues = 10_000_000;
const maxDepth = 32;
// Keys that mean something else on a JavaScript object; no option, header or label is called so.
const reservedKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** One value of a mapping or list: where its key and it itself stand, and what was substituted in it. */
export interface Entry {
  readonly keyOffset: number;
  readonly valueOffset: number;
  readonly substitution: Substitution | null;
}

/** Where a mapping or list begins, and its entries by key or index. */
export interface Place {
  readonly offset: number;
  readonly entries: Map<string | number, Entry>;
}

export interface Target {
  readonly outside: Outside;
  readonly places: Map<unknown, Place>;
  readonly problems: Draft[];
}

interface Reading {
  readonly value: unknown;
  readonly substitution: Substitution | null;
}

interface Walk extends Target {
  /** null while the anchored node itself is being read: an alias to it then is a circle. */
  readonly anchors: Map<string, (Reading & { readonly size: number }) | null>;
  /** Values made so far, an alias counting as much as what it stands for. */
  values: number;
}

type Mapping = Record<string, unknown>;
const nothing: Reading = { value: null, substitution: null };

/** Mappings come without a prototype. What cannot be read is a problem, and null in its place. */
export function readNode(root: Node, target: Target): unknown {
  const walk: Walk = { ...target, anchors: new Map(), values: 0 };
  const { value } = read(root, [], walk);
  return walk.values > maxValues ? null : value;
}

function read(node: Node, path: Path, walk: Walk): Reading {
  if (node.kind === 'alias') return readAlias(node.name, node.offset, path, walk);
  if (node.anchor === null) return readPlain(node, path, walk);
  const before = walk.values;
  walk.anchors.set(node.anchor, null);
  const reading = readPlain(node, path, walk);
  walk.anchors.set(node.anchor, { ...reading, size: walk.values - before });
  return reading;
}

function readAlias(name: string, offset: number, path: Path, walk: Walk): Reading {
  const anchored = walk.anchors.get(name);
  if (anchored === null || anchored === undefined) {
    const expected =
      anchored === null ? 'an alias to what ends before it' : 'an alias to an anchor before it';
    walk.problems.push({ path, offset, expected, observed: 'an alias' });
    return nothing;
  }
  return spend(anchored.size, offset, path, walk) ? anchored : nothing;
}

function readPlain(node: ScalarNode | ListNode | MappingNode, path: Path, walk: Walk): Reading {
  if (!spend(1, node.offset, path, walk)) return nothing;
  if (node.kind === 'scalar') return readScalar(node, path, walk);
  const value = node.kind === 'list' ? readList(node, path, walk) : readMapping(node, path, walk);
  return { value, substitution: null };
}

/** Counts values made; false, with one problem, where they or their nesting are beyond the bounds. */
function spend(count: number, offset: number, path: Path, walk: Walk): boolean {
  const spent = walk.values > maxValues;
  walk.values += count;
  if (walk.values <= maxValues && path.length <= maxDepth) return true;
  const expected =
    walk.values > maxValues
      ? `aliases that expand to at most ${maxValues} values`
      : `at most ${maxDepth} levels`;
  if (!spent) walk.problems.push({ path, offset, expected, observed: 'more' });
  return false;
}

function readScalar(node: ScalarNode, path: Path, walk: Walk): Reading {
  if (typeof node.value !== 'string' || !node.value.includes('${'))
    return { value: node.value, substitution: null };
  const { result, wrong } = substitute(node.value, walk.outside);
  for (const { expected, observed } of wrong) {
    walk.problems.push({ path, offset: node.offset, expected, observed });
  }
  return { value: result.real, substitution: result.unresolved || result.values.length > 0 ? result : null };
}

function readList(node: ListNode, path: Path, walk: Walk): unknown[] {
  const value: unknown[] = [];
  const place = startPlace(value, node, walk);
  for (const [index, item] of node.items.entries()) {
    const reading = read(item, [...path, index], walk);
    value.push(reading.value);
    place.entries.set(index, entry(item.offset, item, reading));
  }
  return value;
}

function readMapping(node: MappingNode, path: Path, walk: Walk): Mapping {
  const value: Mapping = Object.create(null);
  const place = startPlace(value, node, walk);
  const merges: (() => void)[] = [];
  for (const { key, value: child } of node.pairs) {
    const { text: name, offset } = key;
    const own = [...path, name];
    const merging = name === '<<' && key.isPlain;
    if (reservedKeys.has(name)) {
      walk.problems.push({ path: own, offset, atKey: true, expected: 'another key' });
    } else if (place.entries.has(name) || (merging && merges.length > 0)) {
      walk.problems.push({ path: own, offset, atKey: true, expected: 'each key once' });
    } else if (merging) {
      const from = read(child, own, walk).value;
      merges.push(() => mergeInto(value, place, from, { path: own, offset: child.offset }, walk));
    } else {
      const reading = read(child, own, walk);
      value[name] = reading.value;
      place.entries.set(name, entry(offset, child, reading));
    }
  }
  for (const merge of merges) merge();
  return value;
}

/** What stands in the mapping itself wins, then the earlier of several merged ones (yaml.org/type/merge). */
function mergeInto(
  value: Mapping,
  place: Place,
  merged: unknown,
  where: Pick<Draft, 'path' | 'offset'>,
  walk: Walk,
): void {
  for (const from of Array.isArray(merged) ? merged : [merged]) {
    const entries = walk.places.get(from)?.entries;
    if (entries === undefined || Array.isArray(from)) {
      const expected = 'a mapping, or a list of them';
      walk.problems.push({ ...where, expected, observed: 'something else' });
      continue;
    }
    for (const [key, merging] of entries) {
      if (place.entries.has(key)) continue;
      value[key] = (from as Mapping)[key];
      place.entries.set(key, merging);
    }
  }
}

function startPlace(value: unknown, node: MappingNode | ListNode, walk: Walk): Place {
  const place: Place = { offset: node.offset, entries: new Map() };
  walk.places.set(value, place);
  return place;
}

function entry(keyOffset: number, { offset }: Node, { substitution }: Reading): Entry {
  return { keyOffset, valueOffset: offset, substitution };
}

// Where the JSON of two answers differs: walked side by side, within bounds, since a target wrote both.
import type { Difference } from '../model/evidence.ts';
import { pathBelow } from '../model/field-path.ts';
import { printable } from './wording.ts';

const maxDifferences = 50;
/** What is nested deeper is taken for equal. */
const maxDepth = 32;
const maxPathLength = 200;
const maxValueLength = 200;

/** What tells the items of a list apart, the first that does for all of them: their order then means nothing. */
const keys = ['id', 'code', 'name'] as const;

/** Two values at one path; undefined where there is none. */
interface Pair {
  readonly path: string;
  readonly good: unknown;
  readonly failing: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

/** Time and memory are linear in the texts: bound their length. Empty where one of them is not JSON. */
export function difference(good: string, failing: string): readonly Difference[] {
  const found: Difference[] = [];
  try {
    compare({ path: '', good: JSON.parse(good), failing: JSON.parse(failing) }, maxDepth, found);
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
  return found;
}

function compare(pair: Pair, depth: number, found: Difference[]): void {
  const pairs = pairsOf(pair);
  if (pairs !== null && depth > 0) {
    for (const inner of pairs) {
      if (found.length === maxDifferences) return;
      compare(inner, depth - 1, found);
    }
  } else if (pairs === null && pair.good !== pair.failing) {
    const path = printable(pair.path, maxPathLength);
    found.push({ path, good: shown(pair.good), failing: shown(pair.failing) });
  }
}

/** What two objects, or two lists, hold side by side; null for anything else. */
function pairsOf({ path, good, failing }: Pair): Iterable<Pair> | null {
  if (Array.isArray(good) && Array.isArray(failing)) return itemPairs(path, good, failing);
  if (isFields(good) && isFields(failing)) return fieldPairs(path, good, failing);
  return null;
}

function* fieldPairs(path: string, good: Fields, failing: Fields): Generator<Pair> {
  for (const name of new Set([...Object.keys(good), ...Object.keys(failing)])) {
    yield { path: pathBelow(path, name), good: fieldIn(good, name), failing: fieldIn(failing, name) };
  }
}

/** Indexes are those of the failing answer; of the good one for what only that has. */
function* itemPairs(path: string, good: readonly unknown[], failing: readonly unknown[]): Generator<Pair> {
  const key = keys.find((name) => tellsApart(good, name) && tellsApart(failing, name));
  const [left, right] = [placesOf(good, key), placesOf(failing, key)];
  for (const [name, index] of right) {
    const known = left.get(name);
    const former = known === undefined ? undefined : good[known];
    yield { path: `${path}[${index}]`, good: former, failing: failing[index] };
  }
  for (const [name, index] of left) {
    if (!right.has(name)) yield { path: `${path}[${index}]`, good: good[index], failing: undefined };
  }
}

function tellsApart(items: readonly unknown[], key: string): boolean {
  const names = items.map((item) => (isFields(item) ? fieldIn(item, key) : undefined));
  return names.every((name) => typeof name === 'string') && new Set(names).size === names.length;
}

/** Where each item stands, by its key; by its index without one. */
function placesOf(items: readonly unknown[], key: string | undefined): ReadonlyMap<unknown, number> {
  return new Map(
    items.map((item, index) => [key !== undefined && isFields(item) ? fieldIn(item, key) : index, index]),
  );
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Its own only: a target may name a field `constructor`. */
function fieldIn(fields: Fields, name: string): unknown {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

function shown(value: unknown): string | null {
  if (value === undefined) return null;
  const text = written(value, maxValueLength);
  return text.length > maxValueLength
    ? `${printable(text, maxValueLength - 1)}…`
    : printable(text, maxValueLength);
}

/**
 * As JSON; longer than `room` where it does not fit, and then not all of it. Each level takes a character of the room,
 * so that no depth overflows the stack.
 */
function written(value: unknown, room: number): string {
  if (room <= 0) return '';
  if (typeof value === 'string') return JSON.stringify(value.slice(0, room));
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  let text = isList ? '[' : '{';
  for (const [name, item] of Object.entries(value)) {
    if (text.length > 1) text += ',';
    if (!isList) text += `${JSON.stringify(name.slice(0, room))}:`;
    text += written(item, room - text.length);
  }
  return text + (isList ? ']' : '}');
}

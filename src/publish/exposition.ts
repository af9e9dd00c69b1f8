// The exposition of a fleet as bytes: written in short turns, so that a scrape holds up nothing.

import { createTurns } from '../turns.ts';
import type { MetricsFormat } from './openmetrics.ts';
import {
  type Arena,
  back,
  createPageBytes,
  endOf,
  mark,
  type PageBytes,
  put,
  putLine,
} from './page-bytes.ts';

/** Labels as bytes, each with a comma behind it: `name="value",`. */
export type Labels = Uint8Array;

/** What lines of a family begin with, as bytes: the name of the series, `{`, and labels that are always the same. */
export type Head = Uint8Array;

/** One series: its head, the labels that it shares with others, its value, and labels between the two. */
export type Write = (head: Head, shared: Labels, value: number, own?: Labels) => void;

/** One row of a metric table, over the subjects that it reads series from. */
export interface Family<Subject> {
  readonly name: string;
  readonly type: 'gauge' | 'counter' | 'histogram';
  readonly help: string;
  /** Label names; those of `picket_deployment_info` are joined by the deployment's own. */
  readonly labels: readonly string[];
  readonly series: (subject: Subject, write: Write, format: MetricsFormat) => void;
}

export interface Exposition {
  readonly chunks: readonly Buffer[];
  readonly series: number;
}

/** How many subjects are written between two looks at the clock. */
const subjectsAtOnce = 16;

export function headOf(name: string, own: Labels = nothing): Head {
  return Buffer.concat([Buffer.from(`${name}{`), own]);
}

/** `name="value",` with the escapes of the text format: backslash, quote, line feed. */
export function labelBytes(name: string, value: string): Labels {
  const escaped = /[\\"\n]/.test(value)
    ? value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"')
    : value;
  return Buffer.from(`${name}="${escaped}",`);
}

/** Of a name with one label, for each value of a closed list. */
export function headsOf<const Value extends string>(
  name: string,
  label: string,
  values: readonly Value[],
): Readonly<Record<Value, Head>> {
  return ofEach(values, (value) => headOf(name, labelBytes(label, value)));
}

/** `labelBytes` of each of a closed list, to be written over and over. */
export function labelBytesOf<const Value extends string>(
  name: string,
  values: readonly Value[],
): Readonly<Record<Value, Labels>> {
  return ofEach(values, (value) => labelBytes(name, value));
}

function ofEach<Value extends string>(
  values: readonly Value[],
  bytesOf: (value: Value) => Uint8Array,
): Record<Value, Uint8Array> {
  return Object.fromEntries(values.map((value) => [value, bytesOf(value)])) as Record<Value, Uint8Array>;
}

/**
 * A few subjects in turn, each with all its families: what they hold is at hand then, and one subject's numbers are of
 * one moment. One that cannot be read loses its series of that family, which is told to `onError`.
 */
export async function expose<Subject>(
  families: readonly Family<Subject>[],
  subjects: Iterable<Subject>,
  format: MetricsFormat,
  onError: (error: unknown) => void,
  arena: Arena,
): Promise<Exposition> {
  const names = new Set(families.map(({ name }) => name));
  const turn = createTurns();
  const lots = inLots(subjects);
  const first = lots.next().value ?? [];
  // Of few subjects a page is small: a chunk for each family, and a write to the socket, would be mostly empty.
  const ofAll = first.length < subjectsAtOnce ? createPageBytes(arena) : null;
  const sections = families.map((family) => {
    const section = begin(family, header(family, names, format), ofAll ?? createPageBytes(arena));
    writeLot(section, first, format, onError);
    return section;
  });
  for (const lot of lots) {
    await turn();
    for (const section of sections) writeLot(section, lot, format, onError);
  }
  const pages = [...new Set(sections.map(({ page }) => page))];
  return { chunks: pages.flatMap(endOf), series: pages.reduce((sum, { series }) => sum + series, 0) };
}

/** All but the last are full. */
function* inLots<Subject>(subjects: Iterable<Subject>): Generator<readonly Subject[], undefined> {
  let lot: Subject[] = [];
  for (const subject of subjects) {
    if (lot.push(subject) < subjectsAtOnce) continue;
    yield lot;
    lot = [];
  }
  yield lot;
}

/** A family, and the page that it is written on. */
interface Section<Subject> {
  readonly page: PageBytes;
  readonly series: Family<Subject>['series'];
  readonly write: Write;
}

function begin<Subject>({ series }: Family<Subject>, head: string, page: PageBytes): Section<Subject> {
  put(page, Buffer.from(head));
  const write: Write = (head, shared, value, own) => putLine(page, head, own ?? null, shared, value);
  return { page, series, write };
}

function writeLot<Subject>(
  { page, series, write }: Section<Subject>,
  lot: readonly Subject[],
  format: MetricsFormat,
  onError: (error: unknown) => void,
): void {
  for (const subject of lot) {
    const before = mark(page);
    try {
      series(subject, write, format);
    } catch (error) {
      back(page, before);
      onError(error);
    }
  }
}

/**
 * OpenMetrics names a counter without its _total; where a gauge has that name already, two families may not share
 * it, and this one stays whole (OpenMetrics 1.0, "Counter").
 */
function header(
  { name, type, help }: Pick<Family<unknown>, 'name' | 'type' | 'help'>,
  names: ReadonlySet<string>,
  format: MetricsFormat,
): string {
  const about = help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
  const of = (shown: string, told: string) => `# HELP ${shown} ${about}\n# TYPE ${shown} ${told}\n`;
  if (format === 'text' || type !== 'counter') return of(name, type);
  const bare = name.replace(/_total$/, '');
  return names.has(bare) ? of(name, 'unknown') : of(bare, type);
}

const nothing = new Uint8Array(0);

// The exposition of a fleet as bytes: written in short turns, so that a scrape holds up nothing.
import { setImmediate } from 'node:timers/promises';
import type { MetricsFormat } from './openmetrics.ts';
import { createPageBytes } from './page-bytes.ts';

/** Labels as bytes, each with a comma behind it: `name="value",`. */
export type Labels = Uint8Array;

/**
 * One series: the labels that it shares with others, its value, its own labels, and what its name ends in beside the
 * family's.
 */
export type Write = (shared: Labels, value: number, own?: Labels, suffix?: Uint8Array) => void;

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

/** The event loop gets its turn this often; the start of a probe must not wait for a page. */
const maxTurnMs = 5;
/** How many subjects are written between two looks at the clock. */
const subjectsAtOnce = 64;

/** `name="value",` with the escapes of the text format: backslash, quote, line feed. */
export function labelBytes(name: string, value: string): Labels {
  const escaped = /[\\"\n]/.test(value)
    ? value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"')
    : value;
  return Buffer.from(`${name}="${escaped}",`);
}

/** `labelBytes` of each of a closed list, to be written over and over. */
export function labelBytesOf<const Value extends string>(
  name: string,
  values: readonly Value[],
): Readonly<Record<Value, Labels>> {
  return Object.fromEntries(values.map((value) => [value, labelBytes(name, value)])) as Record<Value, Labels>;
}

/**
 * Subjects in turn, each with all its families: what it holds is at hand then, and one subject's numbers are of one
 * moment. One that cannot be read loses its series of that family, which is told to `onError`.
 */
export async function expose<Subject>(
  families: readonly Family<Subject>[],
  subjects: readonly Subject[],
  format: MetricsFormat,
  onError: (error: unknown) => void,
): Promise<Exposition> {
  const names = new Set(families.map(({ name }) => name));
  const sections = families.map((family) => begin(family, header(family, names, format)));
  let turnMs = performance.now();
  for (const [index, subject] of subjects.entries()) {
    if (index % subjectsAtOnce === 0 && performance.now() - turnMs > maxTurnMs) {
      await setImmediate();
      turnMs = performance.now();
    }
    for (const { page, series, write } of sections) {
      page.mark();
      try {
        series(subject, write, format);
      } catch (error) {
        page.back();
        onError(error);
      }
    }
  }
  const pages = sections.map(({ page }) => page.end());
  return {
    chunks: pages.flatMap(({ chunks }) => chunks),
    series: pages.reduce((sum, { series }) => sum + series, 0),
  };
}

/** A family's part of the page, under its header. */
function begin<Subject>({ name, series }: Family<Subject>, head: string) {
  const page = createPageBytes();
  page.put(Buffer.from(head));
  const named = Buffer.from(name);
  const write: Write = (shared, value, own = nothing, suffix = nothing) =>
    page.line(named, suffix, own, shared, value);
  return { page, series, write };
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

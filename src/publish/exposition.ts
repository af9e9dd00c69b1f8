// The exposition of a fleet as bytes: written family by family in short turns, so that a scrape holds up nothing.
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
 * Subjects and what they hold may not change meanwhile, but for counts that only grow. A subject that cannot be
 * read loses its series of that family, which is told to `onError`.
 */
export async function expose<Subject>(
  families: readonly Family<Subject>[],
  subjects: readonly Subject[],
  format: MetricsFormat,
  onError: (error: unknown) => void,
): Promise<Exposition> {
  const names = new Set(families.map(({ name }) => name));
  const page = createPageBytes();
  let turnMs = performance.now();
  for (const family of families) {
    page.put(Buffer.from(header(family, names, format)));
    const name = Buffer.from(family.name);
    const write: Write = (shared, value, own = nothing, suffix = nothing) =>
      page.line(name, suffix, own, shared, value);
    for (const [index, subject] of subjects.entries()) {
      if (index % subjectsAtOnce === 0 && performance.now() - turnMs > maxTurnMs) {
        await setImmediate();
        turnMs = performance.now();
      }
      page.mark();
      try {
        family.series(subject, write, format);
      } catch (error) {
        page.back();
        onError(error);
      }
    }
  }
  return page.end();
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

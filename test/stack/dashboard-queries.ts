// Asks a Prometheus what a Grafana would ask for a dashboard: variables put in, one finding for each query without an answer.
import type { Board, BoardTarget, Finding } from '../generate/dashboards/boards.ts';
import { panelsOf } from '../generate/dashboards/boards.ts';
import { queriesOf } from '../generate/dashboards/lint.ts';

/** Values by variable; All is `$__all`. */
export type Choice = Readonly<Record<string, readonly string[]>>;

interface View {
  /** Of Prometheus. */
  readonly url: string;
  readonly endSeconds: number;
  readonly rangeSeconds: number;
  /** How often it scrapes, as the data source is told. */
  readonly scrapeSeconds: number;
}

export const all = '$__all';
const widestPoints = 1_000;

const escaped = (value: string) => value.replace(/[\\"]/g, '\\$&');
const escapedRegex = (value: string) => escaped(value.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));

/** As Grafana writes a variable into PromQL: All as its allValue, several as a group, one as it is. */
export function written(board: Board, name: string, values: readonly string[]): string {
  const variable = board.templating.list.find((one) => one.name === name);
  if (variable === undefined) throw new Error(`no variable ${name}`);
  const several = variable.multi === true;
  if (values.includes(all)) {
    if (typeof variable.allValue !== 'string') throw new Error(`${name} has no All`);
    return variable.allValue;
  }
  if (!several) return escaped(values[0] ?? '');
  const parts = values.map(escapedRegex);
  return parts.length === 1 ? (parts[0] ?? '') : `(${parts.join('|')})`;
}

/** Own step of a query, in seconds; 0 where it has none. */
function leastStep({ interval }: BoardTarget): number {
  if (interval === undefined) return 0;
  const [, count = '0', unit = ''] = /^(\d+)([sm])$/.exec(interval) ?? [];
  return Number(count) * (unit === 'm' ? 60 : 1);
}

function interpolated(
  board: Board,
  expr: string,
  choice: Choice,
  view: View,
  least: number,
): { expr: string; step: number } {
  const scrape = least || view.scrapeSeconds;
  const step = Math.max(Math.ceil(view.rangeSeconds / widestPoints), scrape);
  const builtIn: Readonly<Record<string, string>> = {
    __interval: `${step}s`,
    __rate_interval: `${Math.max(step + scrape, 4 * scrape)}s`,
    __range: `${view.rangeSeconds}s`,
  };
  const text = expr.replace(/\$(?:\{(\w+)\}|(\w+))/g, (_, braced?: string, bare?: string) => {
    const name = braced ?? bare ?? '';
    return builtIn[name] ?? written(board, name, choice[name] ?? []);
  });
  return { expr: text, step };
}

interface Series {
  readonly result: readonly { readonly value?: [number, string]; readonly values?: [number, string][] }[];
}

/** `data` of the answer; throws what Prometheus says instead. */
async function ask<Data>(
  url: string,
  path: string,
  parameters: Record<string, string | number>,
): Promise<Data> {
  const query = new URLSearchParams(
    Object.entries(parameters).map(([key, value]): [string, string] => [key, String(value)]),
  );
  const answer = await fetch(`${url}/api/v1/${path}?${query}`);
  const { data, error } = (await answer.json()) as { data?: Data; error?: string };
  if (data === undefined) throw new Error(error ?? 'no answer');
  return data;
}

/** The series that a query brings; throws what Prometheus says against it. */
export async function answerOf(board: Board, target: BoardTarget, choice: Choice, view: View) {
  const { expr, step } = interpolated(board, target.expr, choice, view, leastStep(target));
  const { endSeconds, rangeSeconds } = view;
  const start = endSeconds - rangeSeconds;
  const { result } = target.instant
    ? await ask<Series>(view.url, 'query', { query: expr, time: endSeconds })
    : await ask<Series>(view.url, 'query_range', { query: expr, start, end: endSeconds, step });
  return result.map(({ value, values }) =>
    (values ?? (value ? [value] : [])).map(([, text]) => Number(text)),
  );
}

async function problemOf(board: Board, target: BoardTarget, choice: Choice, view: View) {
  try {
    const series = await answerOf(board, target, choice, view);
    if (series.length === 0) return { rule: 'empty-rule', message: `${target.refId}: no series` };
    if (!series.some((values) => values.some(Number.isFinite))) {
      return { rule: 'empty-rule', message: `${target.refId}: nothing but NaN` };
    }
    return null;
  } catch (error) {
    return { rule: 'query-rule', message: `${target.refId}: ${String(error)}` };
  }
}

/** What of a dashboard brings nothing, with these values chosen. */
export async function liveFindings(board: Board, choice: Choice, view: View): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const panel of panelsOf(board)) {
    for (const target of panel.targets) {
      const problem = await problemOf(board, target, choice, view);
      if (problem !== null) findings.push({ ...problem, dashboard: board.title, panel: panel.title });
    }
  }
  return findings;
}

/** Values that a dashboard offers for each of its variables, with the ones before it at All. */
export async function offered(board: Board, view: View): Promise<Record<string, readonly string[]>> {
  const found: Record<string, readonly string[]> = {};
  const choice = Object.fromEntries(board.templating.list.map(({ name }) => [name, [all]]));
  for (const { name, query } of queriesOf(board)) {
    const [, series = '', label = ''] = /^label_values\((.+), *(\w+)\)$/.exec(query) ?? [];
    const { expr } = interpolated(board, series, choice, view, 0);
    found[name] = await ask<string[]>(view.url, `label/${label}/values`, {
      'match[]': expr,
      start: view.endSeconds - view.rangeSeconds,
      end: view.endSeconds,
    });
  }
  return found;
}

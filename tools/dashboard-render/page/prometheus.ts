// Prometheus' HTTP API, as far as a dashboard asks it; errors are thrown with Prometheus' own words.

export interface Series {
  readonly metric: Readonly<Record<string, string>>;
  /** Pairs of epoch seconds and a number as text. */
  readonly values: readonly (readonly [number, string])[];
}

interface Answer<Data> {
  readonly status: string;
  readonly error?: string;
  readonly data: Data;
}

interface Result {
  readonly resultType: string;
  readonly result: readonly {
    readonly metric: Readonly<Record<string, string>>;
    readonly values?: readonly (readonly [number, string])[];
    readonly value?: readonly [number, string];
  }[];
}

export async function queryRange(
  query: string,
  fromMs: number,
  toMs: number,
  stepMs: number,
): Promise<Series[]> {
  // Grafana's steps are multiples of the step, so that a refresh draws the same points again.
  const start = (Math.floor(fromMs / stepMs) * stepMs) / 1000;
  const end = (Math.floor(toMs / stepMs) * stepMs) / 1000;
  return seriesOf(await ask<Result>('query_range', { query, start, end, step: stepMs / 1000 }));
}

export async function queryInstant(query: string, atMs: number): Promise<Series[]> {
  return seriesOf(await ask<Result>('query', { query, time: atMs / 1000 }));
}

export function labelValues(
  label: string,
  selector: string,
  fromMs: number,
  toMs: number,
): Promise<readonly string[]> {
  return ask(`label/${label}/values`, { 'match[]': selector, start: fromMs / 1000, end: toMs / 1000 });
}

async function ask<Data>(path: string, parameters: Record<string, string | number>): Promise<Data> {
  const texts = Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]);
  const answer = await fetch(`/api/v1/${path}?${new URLSearchParams(texts)}`);
  const { status, error, data } = (await answer.json()) as Answer<Data>;
  if (status !== 'success') throw new Error(error ?? `HTTP ${answer.status}`);
  return data;
}

function seriesOf({ resultType, result }: Result): Series[] {
  if (resultType !== 'matrix' && resultType !== 'vector') throw new Error(`a ${resultType} is not drawn`);
  return result.map(({ metric, values, value }) => ({ metric, values: values ?? (value ? [value] : []) }));
}

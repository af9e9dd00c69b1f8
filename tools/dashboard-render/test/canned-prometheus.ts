// A Prometheus whose answers are fixed: each expression is the name of one.
import { once } from 'node:events';
import { createServer } from 'node:http';

export interface Canned {
  readonly url: string;
  readonly close: () => void;
}

export const toMs = 1_700_000_000_000;
export const fromMs = toMs - 600_000;
const stepSeconds = 60;

type Series = readonly [labels: Readonly<Record<string, string>>, value: string];

const answers: Readonly<Record<string, readonly Series[]>> = {
  two: [
    [{ deployment: 'a' }, '0'],
    [{ deployment: 'b' }, '5'],
  ],
  buckets: [
    [{ le: '+Inf' }, '9'],
    [{ le: '0.1' }, '2'],
    [{ le: '1' }, '7'],
  ],
  nan: [[{ deployment: 'a' }, 'NaN']],
  none: [],
};

export async function cannedPrometheus(): Promise<Canned> {
  const server = createServer((asked, response) => {
    const url = new URL(asked.url ?? '/', 'http://127.0.0.1');
    response.end(JSON.stringify(answerOf(url)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}`, close: () => server.close() };
}

function answerOf({ pathname, searchParams }: URL): object {
  if (pathname.endsWith('/values')) return { status: 'success', data: ['a', 'b.c'] };
  const series = answers[searchParams.get('query') ?? ''];
  if (series === undefined) return { status: 'error', error: 'parse error' };
  return { status: 'success', data: pathname.endsWith('/query') ? vector(series) : matrix(series) };
}

function vector(series: readonly Series[]): object {
  const result = series.map(([metric, value]) => ({ metric, value: [toMs / 1000, value] }));
  return { resultType: 'vector', result };
}

function matrix(series: readonly Series[]): object {
  const instants = Array.from({ length: 11 }, (_, index) => fromMs / 1000 + index * stepSeconds);
  const result = series.map(([metric, value]) => ({ metric, values: instants.map((at) => [at, value]) }));
  return { resultType: 'matrix', result };
}

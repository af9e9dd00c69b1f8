// One page that does not move, scraped by a real Prometheus twice: as it negotiates OpenMetrics, and in the text format.
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServer, type Server } from '../../src/publish/server.ts';
import { someSources } from '../fixtures/served.ts';
import { toldMetrics } from '../fixtures/told-metrics.ts';
import { twoDeployments, twoDeploymentsSeries } from '../fixtures/two-deployments.ts';
import { query, type Running, type Sample, startPrometheus, until } from './servers.ts';
import { isMissing } from './tools.ts';

const absent = isMissing('prometheus');

let page: Server;
let front: HttpServer;
let prometheus: Running;
/** Content types that Prometheus was given, by path. */
const given = new Map<string, string>();

/** The snapshot is one, and nobody counts: what is scraped at two instants is of one. Prometheus 2 cannot ask for text. */
beforeAll(async () => {
  if (absent) return;
  const sources = someSources({ snapshot: () => twoDeployments });
  page = createServer({ sources, metrics: toldMetrics(), basePath: '/', version: '1', logger: false });
  const url = await page.listen('127.0.0.1:0');
  front = createHttpServer(async (request, response) => {
    const accept = request.url === '/text' ? 'text/plain;version=0.0.4' : (request.headers.accept ?? '');
    const answer = await fetch(`${url}/metrics`, { headers: { accept } });
    const type = answer.headers.get('content-type') ?? '';
    given.set(request.url ?? '', type);
    response.writeHead(answer.status, { 'content-type': type }).end(await answer.text());
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const targets = [`127.0.0.1:${(front.address() as AddressInfo).port}`];
  prometheus = await startPrometheus({
    global: { scrape_interval: '1s' },
    scrape_configs: ['text', 'negotiated'].map((name) => ({
      job_name: name,
      metrics_path: `/${name}`,
      static_configs: [{ targets }],
    })),
  });
});

afterAll(async () => {
  await prometheus?.stop();
  front?.close();
  front?.closeAllConnections();
  await page?.close();
});

/** `name{labels}` to value. A bound is written `1` in one format and `1.0` in the other: it is one number. */
function asSeries(samples: readonly Sample[]): Map<string, string> {
  return new Map(
    samples.map(({ metric: { job: _, le, ...labels }, value }) => {
      const all = le === undefined ? labels : { ...labels, le: `${Number(le.replace('+Inf', 'Infinity'))}` };
      return [JSON.stringify(Object.entries(all).toSorted()), value];
    }),
  );
}

/** Values of the process and of Node, and how many series those have, are of the instant: their names are compared. */
const ours = async (job: string) =>
  asSeries(await query(prometheus, `{__name__=~"picket_.+",__name__!="picket_series",job="${job}"}`));
const namesOf = async (job: string) => {
  const samples = await query(
    prometheus,
    `count by (__name__) ({__name__=~"(process|nodejs)_.+",job="${job}"})`,
  );
  return samples.map(({ metric }) => metric.__name__ ?? '').filter((name) => !name.startsWith('nodejs_gc_'));
};
const readingOf = async (promql: string) => (await query(prometheus, promql))[0]?.value;

test.skipIf(absent)('both give the same samples', async () => {
  await until(async () => {
    for (const job of ['text', 'negotiated']) {
      const scraped = await readingOf(`scrape_samples_scraped{job="${job}"}`);
      expect(scraped).toBe(await readingOf(`picket_series{job="${job}"}`));
      expect(Number(scraped)).toBeGreaterThan(twoDeploymentsSeries.length);
    }
  });
  expect(given.get('/text')).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(given.get('/negotiated')).toMatch(/^application\/openmetrics-text; version=1\.0\.0/);
  // A scrape that the page, in this process, was too late for has no samples.
  await until(async () => {
    const text = await ours('text');
    expect(text.size).toBeGreaterThan(twoDeploymentsSeries.length);
    expect(await ours('negotiated')).toEqual(text);
    expect((await namesOf('negotiated')).toSorted()).toEqual((await namesOf('text')).toSorted());
  });
});

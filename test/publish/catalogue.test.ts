// The golden catalogue: what a page really says in both formats, and what the table of families says, are the list by hand.
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../src/publish/catalogue.ts';
import { createServer } from '../../src/publish/server.ts';
import { seriesOf } from '../fixtures/exposition.ts';
import { cataloguedHeaders, headersOf, metricCatalogue, uncatalogued } from '../fixtures/metric-catalogue.ts';
import { someSources } from '../fixtures/served.ts';
import { toldMetrics } from '../fixtures/told-metrics.ts';
import { twoDeployments } from '../fixtures/two-deployments.ts';

const accepted = {
  text: 'text/plain;version=0.0.4',
  openmetrics: 'application/openmetrics-text;version=1.0.0',
} as const;

/** GET /metrics of an agent that has met everything. */
async function page(format: keyof typeof accepted): Promise<string> {
  const sources = someSources({ snapshot: () => twoDeployments });
  const metrics = toldMetrics();
  const { app, close } = createServer({ sources, metrics, basePath: '/', version: '1', logger: false });
  try {
    const answer = await app.inject({ url: '/metrics', headers: { accept: accepted[format] } });
    expect(answer.headers['content-type']).toContain(accepted[format].split(';')[0]);
    return answer.body;
  } finally {
    await close();
  }
}

it('the table of families is the list by hand', () => {
  const table = new Map(catalogue().map((family) => [family.name, family]));
  expect(table).toEqual(
    new Map(metricCatalogue.map(({ openmetrics: _, ...family }) => [family.name, family])),
  );
  expect(catalogue()).toHaveLength(table.size);
});

describe.each(['text', 'openmetrics'] as const)('a page in %s', (format) => {
  it('has the names, types and helps by hand, and no other', async () => {
    const text = await page(format);
    expect(headersOf(text)).toEqual(cataloguedHeaders(format));
    const comments = text.split('\n').filter((line) => line.startsWith('#') && line !== '# EOF');
    expect(comments).toHaveLength(2 * metricCatalogue.length);
  });

  it('has no series with other labels', async () => {
    expect(uncatalogued(await page(format), ['team'])).toEqual([]);
  });

  it.each(metricCatalogue.filter(({ name }) => name.startsWith('picket_')))(
    'has a series of $name',
    async ({ name, type }) => {
      const series = type === 'histogram' ? `${name}_bucket` : name;
      expect(seriesOf(await page(format), series)).not.toEqual([]);
    },
  );
});

it.each([
  ['picket_check_duration_seconds', '0.05 0.1 0.25 0.5 1 2.5 5 10 +Inf'],
  ['picket_scheduler_delay_seconds', '0.005 0.01 0.025 0.05 0.1 0.25 0.5 1 2.5 5 10 +Inf'],
  ['picket_store_commit_seconds', '0.0001 0.0005 0.001 0.005 0.01 0.05 0.1 0.5 1 +Inf'],
])('the bounds of %s', async (name, bounds) => {
  const le = seriesOf(await page('text'), `${name}_bucket`).map((line) => /le="([^"]+)"/.exec(line)?.[1]);
  expect([...new Set(le)].join(' ')).toBe(bounds);
});

// The agent's own metrics written by us: what prom-client itself would write of them, and their OpenMetrics form.
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { expose } from '../../src/publish/exposition.ts';
import { ownFamilies, ownGauge } from '../../src/publish/own-families.ts';
import { createArena } from '../../src/publish/page-bytes.ts';
import { textOf } from '../fixtures/exposition.ts';

function someMetrics(): Registry {
  const registry = new Registry();
  const registers = [registry];
  new Gauge({ name: 'a', help: 'A.', registers }).set(-1.5);
  new Gauge({ name: 'none', help: 'No value.', labelNames: ['x'], registers });
  const counter = new Counter({ name: 'b_total', help: 'B \\ \n.', labelNames: ['x', 'y'], registers });
  counter.inc({ x: 'q"\\\n', y: '1' }, 3);
  counter.inc({ y: '\u2028' });
  const histogram = new Histogram({ name: 'c_seconds', help: 'C.', buckets: [0.5, 1, 10], registers });
  histogram.observe(0.7);
  return registry;
}

const never = (error: unknown) => {
  throw error;
};

async function written(registry: Registry, format: 'text' | 'openmetrics') {
  const families = await ownFamilies(registry);
  return textOf(expose(families, [null], format, never, createArena()).then(({ chunks }) => chunks));
}

describe("the agent's own metrics", () => {
  it('are what prom-client writes, but for blank lines', async () => {
    const registry = someMetrics();
    const theirs = (await registry.metrics()).replace(/\n(?=\n)/g, '');
    expect(await written(registry, 'text')).toBe(theirs);
  });

  it('have in OpenMetrics counter families without _total, and bounds as decimals', async () => {
    const text = await written(someMetrics(), 'openmetrics');
    expect(text).toContain('# HELP b B \\\\ \\n.\n# TYPE b counter\nb_total{');
    expect([...text.matchAll(/le="([^"]+)"/g)].map(([, bound]) => bound)).toEqual([
      '0.5',
      '1.0',
      '10.0',
      '+Inf',
    ]);
  });
});

it('writes a gauge of no labels', async () => {
  const { chunks } = await expose([ownGauge('x', 'X.', 7)], [null], 'text', never, createArena());
  expect(Buffer.concat([...chunks]).toString()).toBe('# HELP x X.\n# TYPE x gauge\nx 7\n');
});

// The agent's own metrics written by us: what prom-client itself would write of them, and their OpenMetrics form.
import fc from 'fast-check';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { expose } from '../../src/publish/exposition.ts';
import { metricsContentTypes } from '../../src/publish/openmetrics.ts';
import { ownFamilies, ownGauge } from '../../src/publish/own-families.ts';
import { createArena } from '../../src/publish/page-bytes.ts';
import { textOf } from '../fixtures/exposition.ts';

type Format = keyof typeof metricsContentTypes;

/** What is told to one metric, one after the other; numbers are values of labels too. */
type Told = readonly (readonly [labels: Readonly<Record<string, string | number>>, value: number])[];

interface Drawn {
  readonly type: 'gauge' | 'counter' | 'histogram';
  readonly help: string;
  readonly told: Told;
  /** Of a histogram. */
  readonly buckets: number[];
}

function registryOf(drawn: readonly Drawn[], format: Format): Registry {
  const registry = new Registry();
  if (format === 'openmetrics') registry.setContentType(metricsContentTypes.openmetrics as never);
  for (const [index, { type, help, told, buckets }] of drawn.entries()) {
    const of = { help, labelNames: ['a', 'b', 'c'], registers: [registry] };
    if (type === 'gauge') {
      const gauge = new Gauge({ ...of, name: `x${index}` });
      for (const [labels, value] of told) gauge.set(labels, value);
    } else if (type === 'counter') {
      const counter = new Counter({ ...of, name: `x${index}_total` });
      for (const [labels, value] of told) counter.inc(labels, Math.abs(value));
    } else {
      const histogram = new Histogram({ ...of, name: `x${index}_seconds`, buckets });
      for (const [labels, value] of told) histogram.observe(labels, value);
    }
  }
  return registry;
}

const text = fc.string({
  unit: fc.constantFrom('a', '"', '\\', '\n', '\r', '\u2028', '{', '}', ',', 'é', '😀', ' '),
});
const value = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e300, max: 1e300 }),
);
const told = fc.array(
  fc.tuple(
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.oneof(text, fc.integer()), { maxKeys: 3 }),
    value,
  ),
  { maxLength: 5 },
);
const bound = fc.oneof(
  fc.integer(),
  fc.integer().map((thousandths) => thousandths / 1000),
);
const buckets = fc
  .uniqueArray(bound, { minLength: 1, maxLength: 5 })
  .map((bounds) => bounds.toSorted((a, b) => a - b));
const drawnMetrics: fc.Arbitrary<readonly Drawn[]> = fc.array(
  fc.record({
    type: fc.constantFrom('gauge', 'counter', 'histogram'),
    help: text.map((rest) => `x${rest}`),
    told,
    buckets,
  }),
  { maxLength: 6 },
);

const never = (error: unknown) => {
  throw error;
};

async function ours(drawn: readonly Drawn[], format: Format) {
  const families = await ownFamilies(registryOf(drawn, 'text'));
  return textOf(expose(families, [null], format, never, createArena()).then(({ chunks }) => chunks));
}

const promClients = (drawn: readonly Drawn[], format: Format) => registryOf(drawn, format).metrics();

describe("the agent's own metrics", () => {
  it('are what prom-client writes, but for blank lines', async () => {
    await fc.assert(
      fc.asyncProperty(drawnMetrics, async (drawn) => {
        const theirs = (await promClients(drawn, 'text')).replace(/\n(?=\n)/g, '').replace(/^\n/, '');
        expect(await ours(drawn, 'text')).toBe(theirs);
      }),
    );
  });

  it('are in OpenMetrics what prom-client writes, but for the bounds of buckets', async () => {
    await fc.assert(
      fc.asyncProperty(drawnMetrics, async (drawn) => {
        const theirs = (await promClients(drawn, 'openmetrics')).replace(/^\n/, '');
        const page = await ours(drawn, 'openmetrics');
        expect(`${page.replace(/(?<=\{le="-?\d+)\.0"/g, '"')}# EOF\n`).toBe(theirs);
      }),
    );
  });

  it('have in OpenMetrics counter families without _total, and bounds as decimals', async () => {
    const counter: Drawn = { type: 'counter', help: 'B \\ \n.', told: [[{ a: '' }, 1]], buckets: [] };
    const histogram: Drawn = { type: 'histogram', help: 'C.', told: [[{}, 0.7]], buckets: [0.5, 1, 10] };
    const page = await ours([counter, histogram], 'openmetrics');
    expect(page).toContain('# HELP x0 B \\\\ \\n.\n# TYPE x0 counter\nx0_total{');
    const bounds = [...page.matchAll(/le="([^"]+)"/g)].map(([, bound]) => bound);
    expect(bounds).toEqual(['0.5', '1.0', '10.0', '+Inf']);
  });
});

it('writes a gauge of no labels', async () => {
  const { chunks } = await expose([ownGauge('x', 'X.', 7)], [null], 'text', never, createArena());
  expect(Buffer.concat([...chunks]).toString()).toBe('# HELP x X.\n# TYPE x gauge\nx 7\n');
});

// The exposition against prom-client's own: the same bytes for any families, and turns for others in between.
import fc from 'fast-check';
import { type Metric, Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { expose, type Family, labelBytes } from '../../src/publish/exposition.ts';
import { toOpenMetrics } from '../../src/publish/openmetrics.ts';
import { textOf } from '../fixtures/exposition.ts';

interface Series {
  readonly own: Readonly<Record<string, string>>;
  readonly shared: Readonly<Record<string, string>>;
  readonly value: number;
  readonly suffix: string;
}
interface Drawn {
  readonly name: string;
  readonly type: 'gauge' | 'counter' | 'histogram';
  readonly help: string;
  /** Of each subject. */
  readonly series: readonly (readonly Series[])[];
}

const bytesOf = (labels: Readonly<Record<string, string>>) =>
  Buffer.concat(Object.entries(labels).map(([name, value]) => labelBytes(name, value)));

const toFamily = ({ name, type, help, series }: Drawn): Family<number> => ({
  name,
  type,
  help,
  labels: [],
  series: (subject, write) => {
    for (const { shared, value, own, suffix } of series[subject] ?? []) {
      write(bytesOf(shared), value, bytesOf(own), Buffer.from(suffix));
    }
  },
});

const subjects = [0, 1, 2];
const never = (error: unknown) => {
  throw error;
};
const ours = (drawn: readonly Drawn[], format: 'text' | 'openmetrics' = 'text') =>
  textOf(expose(drawn.map(toFamily), subjects, format, never).then(({ chunks }) => chunks));

async function promClients(drawn: readonly Drawn[]): Promise<string> {
  const registry = new Registry();
  for (const { name, type, help, series } of drawn) {
    const values = series.flat().map(({ own, shared, value, suffix }) => ({
      value,
      labels: own,
      sharedLabels: shared,
      metricName: name + suffix,
    }));
    const metric = { name, type, help, get: () => ({ name, type, help, values }) };
    registry.registerMetric(metric as unknown as Metric);
  }
  return registry.metrics();
}

const text = fc.string({
  unit: fc.constantFrom('a', '"', '\\', '\n', '\r', '\u2028', '{', '}', 'é', '😀', ' '),
});
const labelsIn = (prefix: string, minKeys: number) =>
  fc.dictionary(fc.constantFrom(`${prefix}a`, `${prefix}b`, `${prefix}le`), text, { minKeys, maxKeys: 3 });
const value = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant(-0));
const series = fc.record({
  own: labelsIn('own_', 0),
  shared: labelsIn('shared_', 1),
  value,
  suffix: fc.constantFrom('', '_sum', '_count'),
});
const drawnFamilies = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom('x_total', 'x', 'y_seconds', 'z_total', 'w'),
    type: fc.constantFrom('gauge', 'counter', 'histogram'),
    help: text,
    series: fc.array(fc.array(series, { maxLength: 3 }), { minLength: 3, maxLength: 3 }),
  }),
  { selector: ({ name }) => name, maxLength: 5 },
);

/** prom-client sets a blank line between families, and none of its own at the end. */
const withoutBlankLines = (page: string) => page.replace(/\n(?=\n)/g, '').replace(/^\n/, '');

describe('an exposition', () => {
  it('is byte by byte what prom-client writes of the same, but for blank lines', async () => {
    await fc.assert(
      fc.asyncProperty(drawnFamilies, async (drawn) => {
        expect(await ours(drawn)).toBe(withoutBlankLines(await promClients(drawn)));
      }),
    );
  });

  it('of OpenMetrics is the one that is made from the text', async () => {
    const counters = drawnFamilies.map((families) =>
      families.map((drawn) => ({
        ...drawn,
        type: drawn.name.endsWith('_total') ? ('counter' as const) : ('gauge' as const),
      })),
    );
    await fc.assert(
      fc.asyncProperty(counters, async (drawn) => {
        const whole = toOpenMetrics(await promClients(drawn)).replace(/# EOF\n$/, '');
        expect(await ours(drawn, 'openmetrics')).toBe(withoutBlankLines(whole));
      }),
    );
  });

  it('holds a line of any length, and chunks of it all', async () => {
    const long = 'x'.repeat(200_000);
    const one = { own: { long }, shared: { a: 'b' }, value: 1, suffix: '' };
    const drawn: Drawn = { name: 'x', type: 'gauge', help: 'X.', series: [[one], [one, one], [one]] };
    const { chunks, series } = await expose([toFamily(drawn)], subjects, 'text', never);
    expect(series).toBe(4);
    expect(chunks.length).toBeGreaterThan(3);
    expect(Buffer.concat([...chunks]).toString()).toBe(
      `# HELP x X.\n# TYPE x gauge\n${`x{long="${long}",a="b"} 1\n`.repeat(4)}`,
    );
  });

  it('leaves out what a subject wrote before it could not be read', async () => {
    const errors: unknown[] = [];
    const family: Family<number> = {
      ...{ name: 'x', type: 'gauge', help: 'X.', labels: [] },
      series: (subject, write) => {
        write(bytesOf({ subject: String(subject), long: 'x'.repeat(50_000) }), 1);
        write(bytesOf({ subject: String(subject), long: 'y'.repeat(50_000) }), 1);
        if (subject === 1) throw new Error('unreadable');
      },
    };
    const page = await expose([family], subjects, 'text', (error) => errors.push(error));
    const lines = Buffer.concat([...page.chunks])
      .toString()
      .split('\n');
    expect(lines.map((line) => line.slice(0, 13)).slice(2, -1)).toEqual(
      ['0', '0', '2', '2'].map((subject) => `x{subject="${subject}"`),
    );
    expect(page.series).toBe(4);
    expect(errors).toEqual([new Error('unreadable')]);
  });

  it('lets others have their turn while it is written', async () => {
    let turns = 0;
    const busy: Family<number> = {
      ...{ name: 'x', type: 'gauge', help: 'X.', labels: [] },
      series: (_, write) => {
        for (let line = 0; line < 2_000; line += 1) write(bytesOf({ a: 'b' }), line);
      },
    };
    const timer = setInterval(() => {
      turns += 1;
    }, 1);
    await expose(
      [busy],
      Array.from({ length: 512 }, (_, index) => index),
      'text',
      never,
    );
    clearInterval(timer);
    expect(turns).toBeGreaterThan(3);
  });
});

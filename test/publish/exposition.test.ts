// The exposition against prom-client's own: the same bytes for any families, and turns for others in between.
import fc from 'fast-check';
import { type Metric, Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { expose, type Family, headOf, labelBytes } from '../../src/publish/exposition.ts';
import { createArena } from '../../src/publish/page-bytes.ts';
import { textOf } from '../fixtures/exposition.ts';

interface Series {
  readonly own: Readonly<Record<string, string>>;
  readonly shared: Readonly<Record<string, string>>;
  readonly value: number;
  readonly suffix: string;
  /** Whether its own labels are of the head, or between head and shared ones. */
  readonly inHead: boolean;
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
    for (const { shared, value, own, suffix, inHead } of series[subject] ?? []) {
      if (inHead) write(headOf(name + suffix, bytesOf(own)), bytesOf(shared), value);
      else write(headOf(name + suffix), bytesOf(shared), value, bytesOf(own));
    }
  },
});

const subjects = [0, 1, 2];
/** With so many between two of them that have nothing to write, they are of several lots. */
const subjectsApart = (apart: number) => Array.from({ length: 2 * apart + 1 }, (_, index) => index / apart);
const never = (error: unknown) => {
  throw error;
};
const ours = (drawn: readonly Drawn[], format: 'text' | 'openmetrics' = 'text', of = subjects) =>
  textOf(expose(drawn.map(toFamily), of, format, never, createArena()).then(({ chunks }) => chunks));

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
const value = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true }),
  fc.constantFrom(-0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
  fc.tuple(fc.maxSafeInteger(), fc.constantFrom(1e3, 1e9)).map(([digits, scale]) => digits / scale),
);
const series = fc.record({
  own: labelsIn('own_', 0),
  shared: labelsIn('shared_', 0),
  value,
  suffix: fc.constantFrom('', '_sum', '_count'),
  inHead: fc.boolean(),
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
      fc.asyncProperty(drawnFamilies, fc.constantFrom(1, 16), async (drawn, apart) => {
        const page = await ours(drawn, 'text', subjectsApart(apart));
        expect(page).toBe(withoutBlankLines(await promClients(drawn)));
      }),
    );
  });

  it('has in OpenMetrics the same lines, and the same headers of all but counters', async () => {
    const linesOf = async (drawn: readonly Drawn[], format: 'text' | 'openmetrics') =>
      (await ours(drawn, format)).split('\n');
    await fc.assert(
      fc.asyncProperty(drawnFamilies, async (drawn) => {
        const [text, openMetrics] = [await linesOf(drawn, 'text'), await linesOf(drawn, 'openmetrics')];
        const isOfCounter = (_: string, index: number) =>
          drawn.some(({ name, type }) => {
            const at = text[index]?.startsWith('# TYPE') ? index : index + 1;
            return type === 'counter' && text[at] === `# TYPE ${name} counter`;
          });
        const others = (lines: readonly string[]) =>
          lines.filter((line, index) => !line.startsWith('# ') || !isOfCounter(line, index));
        expect(others(openMetrics)).toEqual(others(text));
      }),
    );
  });

  it.each([
    ['without _total', ['x_total'], '# HELP x X.\n# TYPE x counter\n'],
    [
      'whole, as unknown, where a gauge has its name',
      ['x_total', 'x'],
      '# HELP x_total X.\n# TYPE x_total unknown\n',
    ],
  ])('names a counter in OpenMetrics %s', async (_, names, expected) => {
    const drawn = names.map((name) => ({
      ...{ name, help: 'X.', series: [] },
      type: name === 'x' ? ('gauge' as const) : ('counter' as const),
    }));
    expect(await ours(drawn, 'openmetrics')).toContain(expected);
  });

  it.each([
    [15, 'one piece for all families', 1],
    [16, 'a piece for each family', 3],
  ])('is of %i subjects %s', async (count, _, pieces) => {
    const one: Family<number> = {
      ...{ name: 'x', type: 'gauge', help: 'X.', labels: [] },
      series: (subject, write) => write(headOf('x'), bytesOf({ subject: String(subject) }), 1),
    };
    const families = [one, { ...one, name: 'y' }, { ...one, name: 'z' }];
    const { chunks, series } = await expose(
      families,
      Array.from({ length: count }, (_, index) => index),
      'text',
      never,
      createArena(),
    );
    expect(chunks).toHaveLength(pieces);
    expect(series).toBe(3 * count);
  });

  it('holds a line of any length, and chunks of it all', async () => {
    const long = 'x'.repeat(200_000);
    const one = { own: { long }, shared: { a: 'b' }, value: 1, suffix: '', inHead: false };
    const drawn: Drawn = { name: 'x', type: 'gauge', help: 'X.', series: [[one], [one, one], [one]] };
    const { chunks, series } = await expose([toFamily(drawn)], subjects, 'text', never, createArena());
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
        write(headOf('x'), bytesOf({ subject: String(subject), long: 'x'.repeat(50_000) }), 1);
        write(headOf('x'), bytesOf({ subject: String(subject), long: 'y'.repeat(50_000) }), 1);
        if (subject === 1) throw new Error('unreadable');
      },
    };
    const page = await expose([family], subjects, 'text', (error) => errors.push(error), createArena());
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
    const [head, labels] = [headOf('x'), bytesOf({ a: 'b' })];
    const busy: Family<number> = {
      ...{ name: 'x', type: 'gauge', help: 'X.', labels: [] },
      series: (_, write) => {
        for (let line = 0; line < 500; line += 1) write(head, labels, line);
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
      createArena(),
    );
    clearInterval(timer);
    expect(turns).toBeGreaterThan(3);
  });
});

// Healthy answers changed in one place: what breaks the document is said there, what adds is drift, else nothing.
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { fixture } from '../fixtures/observation.ts';
import { type Mutation, mutationsAt, placesIn, replacedAt, type Tree, textOf, treeOf } from './mutations.ts';
import { beyond, compare, findingsOf, type Healthy, notCaught, type Verdict } from './verdict.ts';

const healthy: readonly Healthy[] = [
  { resource: 'status', kind: 'file-storage', endpoint: 'status', name: 'status-v1-file-storage' },
  { resource: 'status', kind: 'media', endpoint: 'status', name: 'status-v1-media' },
  { resource: 'status', kind: 'monitoring', endpoint: 'status', name: 'status-v2-monitoring' },
  { resource: 'status', kind: 'compute', endpoint: 'status', name: 'status-v2-compute' },
  { resource: 'file', kind: 'file-storage', endpoint: 'files', name: 'files' },
  { resource: 'media', kind: 'media', endpoint: 'media', name: 'media' },
  { resource: 'service', kind: 'compute', endpoint: 'services', name: 'services' },
  { resource: 'region', kind: 'compute', endpoint: 'regions', name: 'regions' },
  { resource: 'incident', kind: 'monitoring', endpoint: 'incidents', name: 'incidents' },
  { resource: 'incident', kind: 'monitoring', endpoint: 'incidents', name: 'incidents-unresolved' },
];

const treeIn = ({ name }: Healthy) => treeOf(JSON.parse(fixture(name)));

/** Each answer is gone through once, whatever is asked about it. */
const passes = new Map<Healthy, readonly Verdict[]>();

function passOf(subject: Healthy): readonly Verdict[] {
  const tree = treeIn(subject);
  const verdicts =
    passes.get(subject) ??
    placesIn(tree).flatMap((place) => mutationsAt(tree, place).map((mutation) => compare(subject, mutation)));
  passes.set(subject, verdicts);
  return verdicts;
}

describe('every change of one step, at every path', () => {
  test.each(healthy)('$name', (subject) => {
    const verdicts = passOf(subject);
    expect(verdicts.length).toBeGreaterThan(500);
    expect(verdicts.flatMap(({ wrong }) => wrong).slice(0, 20)).toEqual([]);
  });

  test('each exception is met', () => {
    const met = new Set(healthy.flatMap(passOf).flatMap((verdict) => verdict.met));
    expect([...notCaught, ...beyond].filter((exception) => !met.has(exception))).toEqual([]);
  });
});

describe('changes drawn at random', () => {
  const subject = fc.constantFrom(...healthy);
  const place = fc.nat();
  const pick = <Item>(items: readonly Item[], at: number): Item => {
    const item = items[at % items.length];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  };

  test('any value, anywhere, is judged as the document has it', () => {
    const value = fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.integer(), fc.double());
    fc.assert(
      fc.property(subject, place, value, (drawn, at, inserted) => {
        const tree = treeIn(drawn);
        const mutation = replacedAt(tree, pick(placesIn(tree), at), JSON.stringify(inserted));
        expect(compare(drawn, mutation).wrong).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  test('two changes together never throw, and what is said of them stays short', () => {
    const step = (tree: Tree, at: number, which: number): Mutation =>
      pick(mutationsAt(tree, pick(placesIn(tree), at)), which);
    fc.assert(
      fc.property(
        subject,
        fc.array(fc.tuple(place, fc.nat()), { minLength: 2, maxLength: 2 }),
        (drawn, steps) => {
          const tree = steps.reduce<Tree>((sofar, [at, which]) => step(sofar, at, which).tree, treeIn(drawn));
          const findings = findingsOf(drawn, textOf(tree));
          expect(findings.length).toBeLessThanOrEqual(50);
          const texts = findings.flatMap(({ path, message, expected, observed }) => [
            path,
            message,
            expected,
            observed,
          ]);
          expect(Math.max(0, ...texts.map((text) => text.length))).toBeLessThanOrEqual(200);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('every header', () => {
  /** What is sent, and the header that is named for it; null where nothing is. */
  type Row = readonly [sent: Readonly<Record<string, string | undefined>>, named: string | null];
  const caching = (values: readonly (string | undefined)[], named: string | null): Row[] =>
    values.map((value) => [{ 'cache-control': value }, named]);
  const all: readonly Row[] = [
    [{ 'content-type': undefined }, 'content-type'],
    ...['', 'text/html', 'text/json', 'application/problem+json', 'application/jsonx', 'json'].map(
      (value): Row => [{ 'content-type': value }, 'content-type'],
    ),
    ...['application/json; charset=utf-8', 'Application/JSON', 'application/json ;charset="UTF-8"'].map(
      (value): Row => [{ 'content-type': value }, null],
    ),
    [{ date: 'Fri, 20 Nov 2026 11:00:00 GMT' }, 'date'],
    [{ date: 'Fri, 20 Nov 2026 09:00:00 GMT' }, 'date'],
    [{ date: 'Fri, 20 Nov 2026 10:00:03 GMT' }, null],
    [{ date: 'yesterday' }, null],
    [{ date: undefined }, null],
    [{ 'x-powered-by': 'something', etag: '"1"', vary: 'accept' }, null],
  ];
  const noStore: readonly Row[] = [
    ...caching(
      [undefined, '', 'no-cache', 'private', 'public, max-age=60', 'no_store', 'nostore'],
      'cache-control',
    ),
    ...caching(['NO-STORE', ' no-store ', 'no-cache, no-store', 'no-store,must-revalidate, private'], null),
    [{ age: '0' }, 'age'],
    [{ age: '3' }, 'age'],
  ];
  const kept = (seconds: number): Row[] => [
    ...caching(
      [
        ...[
          undefined,
          '',
          'no-store',
          'public',
          `max-age=${seconds}`,
          `private, max-age=${seconds}`,
          'public, max-age',
        ],
        ...[`public, max-age=${seconds + 1}`, `public, max-age=${seconds}0`, 'public, max-age=0'],
        ...[`public max-age=${seconds}`, `public; max-age=${seconds}`, `public, s-maxage=${seconds}`],
      ],
      'cache-control',
    ),
    ...caching(
      [
        ...[`max-age=${seconds}, public`, `Public, Max-Age=${seconds}`, `public,max-age=${seconds}`],
        ...[
          `public, max-age=${seconds}, stale-while-revalidate=30`,
          `immutable, public, max-age="${seconds}"`,
        ],
      ],
      null,
    ),
    [{ age: '3' }, null],
  ];

  const documented = healthy.map((subject) => {
    const { endpoint } = subject;
    return { subject, rows: endpoint === 'status' ? noStore : kept(endpoint === 'regions' ? 300 : 60) };
  });

  test.each(documented)('$subject.name', ({ subject, rows }) => {
    const body = fixture(subject.name);
    const beside = findingsOf(subject, body).map(({ path }) => path);
    for (const [sent, named] of [...all, ...rows]) {
      const findings = findingsOf(subject, body, sent).filter(({ path }) => !beside.includes(path));
      const found = findings.map(({ path, severity }) => [path, severity === 'info']);
      expect([sent, found]).toEqual([sent, named === null ? [] : [[`headers.${named}`, false]]]);
    }
  });
});

afterAll(() => {
  const lines = [...Map.groupBy(healthy, ({ resource }) => resource)].map(([resource, subjects]) =>
    shareOf(resource, subjects.flatMap(passOf)),
  );
  const reasons = notCaught.map(({ reason }) => reason).join('; ');
  const total = `${shareOf('mutations', healthy.flatMap(passOf))}; not caught: ${reasons}`;
  process.stdout.write(`${[...lines, total].join('\n')}\n`);
});

function shareOf(what: string, verdicts: readonly Verdict[]): string {
  const breaking = verdicts.filter(({ breaks }) => breaks.length > 0);
  const caught = breaking.filter(({ missed }) => missed.length === 0);
  const share = ((100 * caught.length) / breaking.length).toFixed(1);
  const [some, all] = [caught.length, breaking.length].map((count) => count.toLocaleString('en'));
  return `${what}: ${some} of ${all} that break the document caught (${share} %)`;
}

// Healthy answers changed in one place: what breaks the document is said there, what adds is drift, else nothing.
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { fixture } from '../fixtures/observation.ts';
import { headerChanges } from './headers.ts';
import { type Mutation, mutationsAt, placesIn, replacedAt, type Tree, textOf, treeOf } from './mutations.ts';
import {
  beyond,
  compareBody,
  compareHeader,
  findingsOf,
  type Healthy,
  notCaught,
  type Verdict,
} from './verdict.ts';

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

const trees = new Map(healthy.map((subject) => [subject, treeOf(JSON.parse(fixture(subject.name)))]));
const treeIn = (subject: Healthy): Tree => trees.get(subject) ?? '';

/** Each answer is gone through once, whatever is asked about it. */
const passes = new Map<Healthy, readonly Verdict[]>();

function passOf(subject: Healthy): readonly Verdict[] {
  const tree = treeIn(subject);
  const verdicts =
    passes.get(subject) ??
    placesIn(tree).flatMap((place) =>
      mutationsAt(tree, place).map((mutation) => compareBody(subject, mutation)),
    );
  passes.set(subject, verdicts);
  return verdicts;
}

const headerPassOf = (subject: Healthy) =>
  headerChanges(subject.endpoint).map((change) => compareHeader(subject, change));

describe('every change of one step, at every path', () => {
  test.each(healthy)('$name', (subject) => {
    const verdicts = passOf(subject);
    expect(verdicts.length).toBeGreaterThan(500);
    expect(verdicts.flatMap(({ wrong }) => wrong).slice(0, 20)).toEqual([]);
  });

  test.each(healthy)('headers of $name', (subject) => {
    expect(headerPassOf(subject).flatMap(({ wrong }) => wrong)).toEqual([]);
  });

  test('each exception is met', () => {
    const verdicts = healthy.flatMap((subject) => [...passOf(subject), ...headerPassOf(subject)]);
    const met = new Set(verdicts.flatMap((verdict) => verdict.met));
    expect([...notCaught, ...beyond].filter((exception) => !met.has(exception))).toEqual([]);
  });
});

describe('changes drawn at random', () => {
  const subject = fc.constantFrom(...healthy);
  const step = fc.tuple(fc.nat(), fc.nat());
  const pick = <Item>(items: readonly Item[], at: number): Item => {
    const item = items[at % items.length];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  };

  test('any value, anywhere, is judged as the document has it', () => {
    const value = fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.integer(), fc.double());
    fc.assert(
      fc.property(subject, fc.nat(), value, (drawn, at, inserted) => {
        const tree = treeIn(drawn);
        const mutation = replacedAt(tree, pick(placesIn(tree), at), JSON.stringify(inserted));
        expect(compareBody(drawn, mutation).wrong).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test('two changes together are judged so too, and what is said of them is bounded', () => {
    const change = (tree: Tree, [at, which]: readonly [number, number]): Mutation =>
      pick(mutationsAt(tree, pick(placesIn(tree), at)), which);
    fc.assert(
      fc.property(subject, step, step, (drawn, one, other) => {
        const first = change(treeIn(drawn), one);
        const second = change(first.tree, other);
        const findings = findingsOf(drawn, textOf(second.tree));
        const texts = findings.flatMap((finding) => [finding.path, finding.expected, finding.observed]);
        expect(findings.length).toBeLessThanOrEqual(50);
        expect(texts.filter((text) => text.length > 200)).toEqual([]);
        // Where a list is longer than what is looked at, two changes can hide each other.
        const isLong = `${first.label} ${second.label}`.includes('many times');
        expect(isLong ? [] : compareBody(drawn, second).wrong).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});

afterAll(() => {
  const ran = [...passes];
  if (ran.length === 0) return;
  const byResource = Map.groupBy(ran, ([{ resource }]) => resource);
  const headers = ran.flatMap(([subject]) => headerPassOf(subject));
  const bodies = ran.flatMap(([, verdicts]) => verdicts);
  const lines = [...byResource].map(([resource, some]) =>
    shareOf(
      resource,
      some.flatMap(([, verdicts]) => verdicts),
    ),
  );
  const reasons = notCaught.map(({ reason }) => `\n  ${reason}`).join('');
  const total = `${shareOf('mutations', [...bodies, ...headers])}; not caught:${reasons}`;
  process.stdout.write(`${[...lines, shareOf('headers', headers), total].join('\n')}\n`);
});

function shareOf(what: string, verdicts: readonly Verdict[]): string {
  const breaking = verdicts.filter(({ breaks }) => breaks.length > 0);
  const caught = breaking.filter(({ missed }) => missed.length === 0);
  // Rounded down: 100 % is all of them.
  const share = (Math.floor((1_000 * caught.length) / breaking.length) / 10).toFixed(1);
  const [some, all] = [caught.length, breaking.length].map((count) => count.toLocaleString('en'));
  return `${what}: ${some} of ${all} that break the document caught (${share} %)`;
}

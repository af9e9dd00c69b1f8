// Runs wait in memory and are read as buckets of every length, within a bound when the disk fails for long.
import { expect, it } from 'vitest';
import { resolutionsFor } from '../../src/store/buckets.ts';
import { collectRollups } from '../../src/store/waiting-rollups.ts';
import { dayMs, hourMs, minuteMs, noonMs, sample } from './examples.ts';

const resolutions = resolutionsFor(400 * dayMs);
const shape = (waiting: ReturnType<typeof collectRollups>) =>
  waiting
    .deployments()
    .flatMap((deployment) =>
      waiting.of(deployment).map(({ lengthMs, endpoint, runs }) => [deployment, lengthMs, endpoint, runs]),
    );

it('counts a run in each length, apart by deployment and endpoint', () => {
  const waiting = collectRollups(resolutions, 100);
  expect(waiting.deployments()).toEqual([]);
  waiting.record(sample({ deployment: 'a' }));
  waiting.record(sample({ deployment: 'a', atMs: noonMs + 5 * minuteMs }));
  waiting.record(sample({ deployment: 'b', endpoint: 'regions' }));
  expect(shape(waiting)).toEqual([
    ['a', 5 * minuteMs, 'status', 1],
    ['a', hourMs, 'status', 2],
    ['a', dayMs, 'status', 2],
    ['a', 5 * minuteMs, 'status', 1],
    ['b', 5 * minuteMs, 'regions', 1],
    ['b', hourMs, 'regions', 1],
    ['b', dayMs, 'regions', 1],
  ]);
  expect([...waiting.of('b')]).toHaveLength(3);
  expect(waiting.ofCheck('b', 'regions')).toEqual(waiting.of('b'));
  expect(waiting.ofCheck('b', 'status')).toEqual([]);
  expect(waiting.once('a').map(({ lengthMs, startMs, runs }) => [lengthMs, startMs, runs])).toEqual([
    [5 * minuteMs, noonMs, 1],
    [5 * minuteMs, noonMs + 5 * minuteMs, 1],
  ]);
  expect(waiting.once('c')).toEqual([]);
  expect(waiting.deployments()).toEqual(['a', 'b']);
  waiting.clear(['b']);
  expect([waiting.deployments(), waiting.of('b')]).toEqual([['a'], []]);
  waiting.clear(['a']);
  expect(shape(waiting)).toEqual([]);
});

it.each([
  ['nothing within the bound', 24, 0, [24, 2, 1]],
  ['fine buckets first', 23, 23, [1, 2, 1]],
  ['then hours, but never what is under way', 2, 24, [1, 1, 1]],
])('gives up %s', (_, maxBuckets, given, left) => {
  const waiting = collectRollups(resolutions, maxBuckets);
  for (let slot = 0; slot < 24; slot++) waiting.record(sample({ atMs: noonMs + slot * 5 * minuteMs }));
  const nowMs = noonMs + 2 * hourMs - 1;
  expect(waiting.trim(nowMs)).toBe(given);
  const lengths = [...waiting.of('files-eu')].map(({ lengthMs }) => lengthMs);
  const counted = resolutions.map(({ lengthMs }) => lengths.filter((length) => length === lengthMs).length);
  expect(counted).toEqual(left);
  const runs = [...waiting.of('files-eu')].filter(({ lengthMs }) => lengthMs === dayMs);
  expect(runs.map((day) => day.runs)).toEqual([24]);
});

it('tells of a deployment what stays as it was told', () => {
  const waiting = collectRollups(resolutions, 100);
  waiting.record(sample({ durationMs: 10, phases: { connect: 2 } }));
  const told = [...waiting.of('files-eu')];
  waiting.record(sample({ durationMs: 30, phases: { connect: 1 } }));
  expect(told.map(({ runs, phaseSumsMs }) => [runs, phaseSumsMs.connect])).toEqual(Array(3).fill([1, 2]));
  const later = [...waiting.of('files-eu')];
  expect(later.map(({ runs, phaseSumsMs }) => [runs, phaseSumsMs.connect])).toEqual(Array(3).fill([2, 3]));
});

it('keeps within the bound for as long as the disk fails: one bucket of each hour and of each day', () => {
  const waiting = collectRollups(resolutions, 1);
  const given: number[] = [];
  for (let slot = 0; slot < 100; slot++) {
    const atMs = noonMs + slot * 5 * minuteMs;
    waiting.record(sample({ atMs }));
    given.push(waiting.trim(atMs));
  }
  // The five minutes before, and at the end of an hour that hour.
  expect(Math.max(...given)).toBe(2);
  const days = [...waiting.of('files-eu')].filter(({ lengthMs }) => lengthMs === dayMs);
  expect(days.reduce((sum, { runs }) => sum + runs, 0)).toBe(100);
});

import { describe, expect, test } from 'vitest';
import type { CheckName } from '../../src/model/deployment.ts';
import { before, createPlan, dueAt, fitting, moveOn, nextRoundMs } from '../../src/schedule/plan.ts';
import { aCheck, aDeployment } from '../fixtures/model.ts';

const startMs = 1_000_000;
const deployment = aDeployment({
  checks: [
    aCheck('status', { intervalMs: 15_000, timeoutMs: 5_000 }),
    aCheck('regions', { intervalMs: 15_000, timeoutMs: 4_000 }),
    aCheck('files', { intervalMs: 60_000, timeoutMs: 5_000 }),
  ],
});
const planned = (nextMs: Partial<Record<CheckName, number>>) => {
  const plan = createPlan(deployment, 'fra1', startMs);
  Object.assign(plan.nextMs, nextMs);
  return plan;
};

test('every check is due once soon, all in one round', () => {
  const plan = createPlan(deployment, 'fra1', startMs);
  const first = nextRoundMs(plan);
  expect(first - startMs).toBeLessThan(10_000);
  expect(dueAt(plan, first)).toEqual(['status', 'regions', 'files']);
  expect(dueAt(plan, first - 1)).toEqual([]);
});

test('moving on counts the slots that passed, the one that was due included', () => {
  const plan = createPlan(deployment, 'fra1', startMs);
  moveOn(plan, ['status', 'regions', 'files'], startMs + 100_000);
  const { status = 0, regions = 0, files = 0 } = plan.nextMs;
  expect(moveOn(plan, ['status', 'regions'], status)).toEqual(
    new Map([
      ['status', 1],
      ['regions', 1],
    ]),
  );
  expect(moveOn(plan, ['status'], status + 45_000)).toEqual(new Map([['status', 3]]));
  expect(moveOn(plan, ['files'], files - 1)).toEqual(new Map([['files', 0]]));
  expect(plan.nextMs).toEqual({ status: status + 60_000, regions: regions + 15_000, files });
});

describe('a re-check at 10 s may ask what is over before its own next slot', () => {
  test.each([
    [15_001, 15_001, ['status', 'regions']],
    [15_000, 14_001, ['regions']],
    [14_000, 14_000, []],
  ])('status %i, regions %i: %j', (status, regions, checks) => {
    expect(before(planned({ status, regions }), ['regions', 'status'], 10_000)).toEqual(checks);
  });
});

describe('a round from 10 s holds up no slot of any check', () => {
  test.each<[Record<string, number>, readonly CheckName[], readonly CheckName[]]>([
    [{ status: 60_000, regions: 60_000, files: 60_000 }, ['files', 'status'], ['status', 'files']],
    [{ status: 20_001, regions: 60_000, files: 60_000 }, ['files', 'status'], ['status', 'files']],
    [{ status: 20_000, regions: 60_000, files: 60_000 }, ['files', 'status'], ['status']],
    [{ status: 60_000, regions: 15_000, files: 60_000 }, ['status', 'regions'], ['regions']],
    [{ status: 14_000, regions: 60_000, files: 60_000 }, ['files', 'status'], []],
  ])('next %j, %j: %j', (next, checks, fit) => {
    expect(fitting(planned(next), checks, 10_000)).toEqual(fit);
  });
});

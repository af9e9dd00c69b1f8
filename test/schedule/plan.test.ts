import { describe, expect, test } from 'vitest';
import type { CheckName } from '../../src/model/deployment.ts';
import { createPlan, dueAt, moveOn, nextRoundMs, recheckOf } from '../../src/schedule/plan.ts';
import { aCheck, aDeployment } from '../fixtures/model.ts';

const startMs = 1_000_000;
const soonMs = 10_000;
const deployment = aDeployment({
  checks: [
    aCheck('status', { intervalMs: 15_000, timeoutMs: 5_000 }),
    aCheck('regions', { intervalMs: 15_000, timeoutMs: 4_000 }),
    aCheck('files', { intervalMs: 60_000, timeoutMs: 5_000 }),
  ],
});
const planned = (nextMs: Partial<Record<CheckName, number>>) => {
  const plan = createPlan(deployment, 'fra1', startMs, soonMs);
  plan.nextMs = { ...plan.nextMs, ...nextMs };
  return plan;
};

test('every check is due once soon, all in one round', () => {
  const plan = createPlan(deployment, 'fra1', startMs, soonMs);
  const first = nextRoundMs(plan);
  expect(first - startMs).toBeLessThan(10_000);
  expect(dueAt(plan, first)).toEqual(['status', 'regions', 'files']);
  expect(dueAt(plan, first - 1)).toEqual([]);
});

test('moving on counts the slots that passed, the one that was due included', () => {
  const plan = createPlan(deployment, 'fra1', startMs, soonMs);
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

test('instants that were told stay as they were told', () => {
  const plan = createPlan(deployment, 'fra1', startMs, soonMs);
  const told = plan.nextMs;
  const before = { ...told };
  moveOn(plan, ['status'], startMs + 100_000);
  expect(told).toEqual(before);
  expect(plan.nextMs).not.toBe(told);
});

describe('a re-check at 10 s asks what has its next slot later', () => {
  test.each([
    [10_001, 15_000, ['status', 'regions']],
    [10_000, 10_001, ['regions']],
    [10_000, 9_000, []],
  ])('status %i, regions %i: %j', (status, regions, checks) => {
    const recheck = recheckOf(planned({ status, regions }), ['regions', 'status'], [], 10_000);
    expect(recheck?.checks ?? []).toEqual(checks);
  });

  test.each([
    ['beside what is asked', 60_000, ['status', 'files']],
    ['but not by itself', 9_000, null],
  ])('its company with it, however near its slot is: %s', (_what, files, checks) => {
    const recheck = recheckOf(planned({ status: 9_000, files }), ['files', 'status'], ['status'], 10_000);
    expect(recheck?.checks ?? null).toEqual(checks);
  });

  test('but not at the very instant of a slot of its company', () => {
    const plan = createPlan(deployment, 'fra1', startMs, soonMs);
    moveOn(plan, ['status', 'regions', 'files'], startMs);
    const atMs = (plan.nextMs.status ?? 0) + 15_000;
    const later = { ...plan, nextMs: { ...plan.nextMs, files: atMs + 60_000 } };
    const at = (instantMs: number, company: CheckName[]) =>
      recheckOf(later, ['files'], company, instantMs)?.atMs;
    expect([at(atMs, ['status']), at(atMs - 1, ['status']), at(atMs, [])]).toEqual([
      atMs + 1,
      atMs - 1,
      atMs,
    ]);
  });
});

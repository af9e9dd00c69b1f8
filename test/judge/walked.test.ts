import { expect, test } from 'vitest';
import { initialState } from '../../src/judge/judge.ts';
import { walked } from '../../src/judge/walked.ts';
import type { Walk } from '../../src/model/round.ts';
import { aCheck, aDeployment } from '../fixtures/model.ts';

const walk: Walk = {
  endpoint: 'files',
  startedMs: 1_000,
  endedMs: 2_000,
  pages: 3,
  items: 5,
  end: 'loop',
  findings: [],
};
const before = initialState(aDeployment({ checks: [aCheck('status'), aCheck('files')] }), 0);

test('the latest walk is kept with its check, and nothing else moves', () => {
  const settlement = walked(before, walk);
  expect(settlement).toMatchObject({ changes: [], durable: false, runs: [], evidence: [] });
  expect(settlement?.state).toEqual({
    ...before,
    checks: { ...before.checks, files: { ...before.checks.files, walk } },
  });
});

test('a walk of a check that is no more is let go', () => {
  expect(walked(before, { ...walk, endpoint: 'media' })).toBeNull();
});

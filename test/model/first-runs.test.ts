import { expect, test } from 'vitest';
import { firstRunsMs } from '../../src/model/first-runs.ts';

test.each([
  { checks: 0, ms: 10_000 },
  { checks: 20_000, ms: 10_000 },
  { checks: 20_001, ms: 10_001 },
  { checks: 100_000, ms: 50_000 },
])('$checks checks run for the first time within $ms ms', ({ checks, ms }) => {
  expect(firstRunsMs(checks)).toBe(ms);
});

// When the status document says it was updated, against the fleet's clock.
import type { Deployment } from '../model/deployment.ts';
import { textIn } from './document.ts';
import type { Findings } from './finding.ts';
import type { Reading } from './reading.ts';
import { type Clocks, clockToleranceMs } from './transport.ts';

/** Nothing where the document has no such instant, or the fleet's clock is not known. */
export function checkFreshness(
  { updatedAtMaxAgeMs }: Deployment,
  { document, updatedAtMs }: Reading,
  { nowMs, fleetSkewMs }: Clocks,
  findings: Findings,
): void {
  if (fleetSkewMs === null || updatedAtMs === null) return;
  const latestMs = nowMs + fleetSkewMs + clockToleranceMs;
  // Where no age is set, any age is well.
  const earliestMs = nowMs + fleetSkewMs - (updatedAtMaxAgeMs ?? Number.POSITIVE_INFINITY);
  const observed = textIn(document, 'updated_at') ?? '';
  if (updatedAtMs > latestMs) {
    findings.add({
      rule: 'freshness.updated_at_future',
      path: 'updated_at',
      message: `updated_at is ahead of the fleet's clock`,
      expected: `at most ${new Date(latestMs).toISOString()}`,
      observed,
    });
  }
  if (updatedAtMs < earliestMs) {
    findings.add({
      rule: 'freshness.updated_at_old',
      path: 'updated_at',
      message: 'updated_at is older than updated_at_max_age',
      expected: `at least ${new Date(earliestMs).toISOString()}`,
      observed,
    });
  }
}

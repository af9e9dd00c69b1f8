// When the status document says it was updated, against the fleet's clock.
import { instantIn, type Subject, textIn } from './document.ts';
import { clockToleranceMs } from './transport.ts';

export function updatedAtFuture({ document, nowMs, fleetSkewMs, findings }: Subject): void {
  if (fleetSkewMs === null) return;
  const updatedAtMs = instantIn(document, 'updated_at');
  const latestMs = nowMs + fleetSkewMs + clockToleranceMs;
  if (updatedAtMs === null || updatedAtMs <= latestMs) return;
  findings.add({
    rule: 'freshness.updated_at_future',
    path: 'updated_at',
    message: `updated_at is ahead of the fleet's clock`,
    expected: `at most ${new Date(latestMs).toISOString()}`,
    observed: textIn(document, 'updated_at') ?? '',
  });
}

/** Where no age is set, any age is well. */
export function updatedAtOld({ deployment, document, nowMs, fleetSkewMs, findings }: Subject): void {
  if (deployment.updatedAtMaxAgeMs === null || fleetSkewMs === null) return;
  const updatedAtMs = instantIn(document, 'updated_at');
  const earliestMs = nowMs + fleetSkewMs - deployment.updatedAtMaxAgeMs;
  if (updatedAtMs === null || updatedAtMs >= earliestMs) return;
  findings.add({
    rule: 'freshness.updated_at_old',
    path: 'updated_at',
    message: 'updated_at is older than updated_at_max_age',
    expected: `at least ${new Date(earliestMs).toISOString()}`,
    observed: textIn(document, 'updated_at') ?? '',
  });
}

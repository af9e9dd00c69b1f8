// The Deployment resource of our own API: what is believed of one target, and what its last runs showed.

import type { CheckState, Contradiction, DeploymentState, Drift, Streak } from '../model/belief.ts';
import type { Check, Deployment as Configured } from '../model/deployment.ts';
import type { Coverage, Rollup, Uptime } from '../model/history.ts';
import type { Walk } from '../model/round.ts';
import type { DeploymentView } from '../model/snapshot.ts';
import { phaseNames } from '../model/states.ts';
import type { Deployment } from './deployment-schema.ts';
import { timestamp, timestampOrNull } from './document.ts';
import { incidentWithUpdates } from './incident.ts';
import type { Finding, HistoryRollup } from './schemas.ts';
import type { Sources } from './sources.ts';
import { latencyMs } from './tally.ts';

/** Of one deployment; undefined where it was not counted yet. */
export interface Shares {
  readonly uptime?: Uptime | undefined;
  readonly coverage?: Coverage | undefined;
}

export function sharesOf({ uptime, coverage }: Pick<Sources, 'uptime' | 'coverage'>, id: string): Shares {
  return { uptime: uptime().get(id), coverage: coverage().get(id) };
}

const notCounted = { '24h': null, '7d': null, '30d': null, '90d': null } as const;

export function deploymentResource(
  view: DeploymentView,
  { uptime, coverage }: Shares,
  withFindings: boolean,
): Deployment {
  const { deployment, state, nextRunMs } = view;
  return {
    id: deployment.id,
    name: deployment.name,
    kind: deployment.kind,
    version: deployment.version,
    status: state.status,
    since: timestamp(state.sinceMs),
    cause: state.cause,
    checked_at: timestampOrNull(lastRunMs(view)),
    stale: state.checks.status?.fresh !== true,
    components: state.components.map(({ name, state: status, reported, sinceMs }) => ({
      name,
      status,
      reported,
      since: timestamp(sinceMs),
    })),
    regions: state.regions.map(({ state: status, ...region }) => ({ ...region, status })),
    checks: deployment.checks.map((check) =>
      checkItem(check, state.checks[check.endpoint], nextRunMs[check.endpoint], withFindings),
    ),
    ...(withFindings && {
      findings: findingsOf(deployment, state),
      drift: state.drift.map(driftItem),
      contradictions: currentContradictions(state).map(contradictionItem),
    }),
    certificate: certificate(state),
    incident: state.incident && incidentWithUpdates(state.incident),
    uptime: uptime ?? notCounted,
    coverage: coverage ?? notCounted,
    labels: { ...deployment.labels },
  };
}

/** When any of its checks last ran, epoch ms. */
export function lastRunMs({ deployment, state }: DeploymentView): number | null {
  const runs = deployment.checks.flatMap(({ endpoint }) => state.checks[endpoint]?.lastRunMs ?? []);
  return runs.length === 0 ? null : Math.max(...runs);
}

type CurrentContradiction = Contradiction & { readonly sinceMs: number };

/** The confirmed ones, while the status check is fresh: what nobody confirms any more is not current. */
export function currentContradictions({ checks, contradictions }: DeploymentState): CurrentContradiction[] {
  if (!checks.status?.fresh) return [];
  return contradictions.flatMap((each) => (each.sinceMs === null ? [] : { ...each, sinceMs: each.sinceMs }));
}

export function rollupItem(rollup: Rollup): HistoryRollup {
  const { answers } = rollup;
  const mean = (sumMs: number) => (answers === 0 ? 0 : sumMs / answers);
  const phases = phaseNames.flatMap((phase) => {
    const sumMs = rollup.phaseSumsMs[phase];
    return sumMs === undefined ? [] : [[phase, mean(sumMs)] as const];
  });
  return {
    check: rollup.endpoint,
    start: timestamp(rollup.startMs),
    length_seconds: Math.round(rollup.lengthMs / 1000),
    covered_seconds: Math.round(rollup.coveredMs / 1000),
    runs: rollup.runs,
    failures: rollup.failures,
    bad: rollup.bad,
    worst: rollup.worst,
    latency_ms: answers === 0 ? null : { mean: mean(rollup.durationSumMs), max: rollup.durationMaxMs },
    phases: Object.fromEntries(phases),
  };
}

/** What is believed goes when the check is stale; what the last run showed stays, dated by checked_at. */
function checkItem(
  { endpoint }: Check,
  state: CheckState | undefined,
  nextMs: number | undefined,
  withFindings: boolean,
): Deployment['checks'][number] {
  const last = state?.last;
  const believed = (streak: Streak | undefined) =>
    state?.fresh && streak && streak.confirmed !== null ? streak.confirmed === 0 : null;
  return {
    check: endpoint,
    up: believed(state?.up),
    reachable: believed(state?.reachable),
    reason: last?.reason ?? null,
    latency_ms: last ? latencyMs(last) : null,
    phases: { ...last?.phases },
    http_status: last?.httpStatus ?? null,
    checked_at: timestampOrNull(state?.lastRunMs),
    next_run_at: timestampOrNull(nextMs),
    walk: state?.walk ? walkItem(state.walk, withFindings) : null,
  };
}

function walkItem({ startedMs, pages, items, end, findings }: Walk, withFindings: boolean) {
  return {
    started_at: timestamp(startedMs),
    pages,
    items,
    end,
    ...(withFindings && { findings: [...findings] }),
  };
}

function driftItem({ firstSeenMs, lastSeenMs, count, ...differing }: Drift) {
  return { ...differing, first_seen: timestamp(firstSeenMs), last_seen: timestamp(lastSeenMs), count };
}

function contradictionItem({ rule, sinceMs, finding }: CurrentContradiction) {
  const { message, expected, observed } = finding;
  return { rule, since: timestamp(sinceMs), message, expected, observed };
}

function findingsOf(deployment: Configured, state: DeploymentState): Finding[] {
  return deployment.checks.flatMap(({ endpoint }) => [...(state.checks[endpoint]?.last?.findings ?? [])]);
}

function certificate({ certificate: held }: DeploymentState): Deployment['certificate'] {
  if (held === null) return null;
  const { notAfterMs, subject, issuer, error } = held;
  return { not_after: timestampOrNull(notAfterMs), subject, issuer, error };
}

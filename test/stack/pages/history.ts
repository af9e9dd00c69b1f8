// Three months of a fleet's past, written into a store's file before an agent opens it.
import type { EndpointName } from '../../../src/contract/endpoints.ts';
import type { Incident } from '../../../src/model/belief.ts';
import type { State } from '../../../src/model/states.ts';
import { openStore } from '../../../src/store/sqlite.ts';
import type { Store } from '../../../src/store/store.ts';
import { dayMs, evidence, hourMs, minuteMs, resolved, told } from '../../store/examples.ts';

/** As fine as is kept that far back. */
const fineMs = 5 * minuteMs;
const fineKeptMs = 2 * dayMs;
const pastMs = 90 * dayMs;

/** Something that went wrong, for `lastingMs`. */
interface Trial {
  readonly deployment: string;
  /** Whole days: at nine of that UTC day, so that it is over before midnight. */
  readonly daysAgo: number;
  readonly lastingMs: number;
  readonly worst: State;
  readonly title: string;
  readonly impact: Incident['impact'];
}

const trials: readonly Trial[] = [
  {
    deployment: 'files-eu',
    daysAgo: 0.4,
    lastingMs: 50 * minuteMs,
    worst: 'degraded_performance',
    title: 'Files EU: Virus Scanning reports degraded_performance',
    impact: 'minor',
  },
  {
    deployment: 'files-eu',
    daysAgo: 12,
    lastingMs: 3 * hourMs,
    worst: 'major_outage',
    title: 'Files EU: Storage reports major_outage',
    impact: 'critical',
  },
  {
    deployment: 'files-eu',
    daysAgo: 40,
    lastingMs: 7 * hourMs,
    worst: 'partial_outage',
    title: 'Files EU: Upload Service reports partial_outage',
    impact: 'major',
  },
  {
    deployment: 'media-eu',
    daysAgo: 0.25,
    lastingMs: 2 * hourMs,
    worst: 'degraded_performance',
    title: 'Media EU: Delivery reports degraded_performance',
    impact: 'minor',
  },
  {
    deployment: 'compute',
    daysAgo: 3,
    lastingMs: 5 * hourMs,
    worst: 'major_outage',
    title: 'Compute: not reachable: connect (ECONNREFUSED)',
    impact: 'critical',
  },
];

/** Which checks have a past, and since when. What is not here has none. */
const pasts: Readonly<Record<string, { readonly checks: readonly EndpointName[]; readonly days: number }>> = {
  'files-eu': { checks: ['status', 'files'], days: 90 },
  'media-eu': { checks: ['status', 'media'], days: 90 },
  monitoring: { checks: ['status', 'regions', 'incidents'], days: 90 },
  compute: { checks: ['status', 'regions', 'services'], days: 35 },
};

/** Up to `nowMs`. */
export function writePast(path: string, nowMs: number): void {
  const store = openStore({
    path,
    historyMs: 400 * dayMs,
    nowMs,
    onCommit: () => {},
    onError: (error) => {
      throw error;
    },
  });
  for (const deployment of Object.keys(pasts)) {
    writeRuns(store, deployment, nowMs);
    for (const [index, trial] of trials.entries()) {
      if (trial.deployment === deployment) writeIncident(store, trial, `inc_past${index}`, nowMs);
    }
    // Its runs and incidents stay: what it is now, the agent is to see for itself.
    store.remove(deployment);
  }
  store.close(nowMs);
}

function writeRuns(store: Store, deployment: string, nowMs: number): void {
  const { checks, days } = pasts[deployment] ?? { checks: [], days: 0 };
  // Each run at the beginning of its bucket, so that what it stands for lies in there.
  let atMs = Math.floor((nowMs - Math.min(pastMs, days * dayMs)) / hourMs) * hourMs;
  while (atMs < nowMs) {
    const stepMs = nowMs - atMs > fineKeptMs ? hourMs : fineMs;
    for (const endpoint of checks) {
      const coveredMs = Math.min(stepMs, nowMs - atMs);
      store.record({ ...runAt(deployment, endpoint, atMs, nowMs), coveredMs });
    }
    atMs += stepMs;
  }
}

/** Busier by day, and never twice the same. */
function runAt(deployment: string, endpoint: EndpointName, atMs: number, nowMs: number) {
  const trial = trials.find((one) => one.deployment === deployment && isDuring(one, atMs, nowMs));
  const wave = 1 + 0.4 * Math.sin((2 * Math.PI * atMs) / dayMs) + 0.5 * noise(atMs / fineMs);
  const isSlow = trial?.worst === 'degraded_performance';
  const phases = { connect: 2 * wave, first_byte: (isSlow ? 300 : 40) * wave, transfer: 4 * wave };
  const isBad = trial !== undefined && !isSlow && endpoint === 'status';
  return {
    ...{ deployment, endpoint, atMs, phases },
    failed: isBad,
    bad: isBad,
    status: trial?.worst ?? ('operational' as const),
    durationMs: phases.connect + phases.first_byte + phases.transfer,
  };
}

/** 0 to 1, the same for the same; mostly small. */
function noise(seed: number): number {
  const part = Math.abs(Math.sin(seed * 12.9898) * 43_758.5453) % 1;
  return part ** 3;
}

function beginningOf({ daysAgo }: Trial, nowMs: number): number {
  const atMs = nowMs - daysAgo * dayMs;
  return Number.isInteger(daysAgo) ? Math.floor(atMs / dayMs) * dayMs + 9 * hourMs : atMs;
}

function isDuring(trial: Trial, atMs: number, nowMs: number): boolean {
  const startMs = beginningOf(trial, nowMs);
  return atMs >= startMs && atMs < startMs + trial.lastingMs;
}

function writeIncident(store: Store, trial: Trial, id: string, nowMs: number): void {
  const { deployment, title, impact, worst, lastingMs } = trial;
  const createdMs = beginningOf(trial, nowMs);
  const resolvedMs = createdMs + lastingMs;
  const cause = title.slice(title.indexOf(': ') + 2);
  const opened: Incident = {
    ...{ id, deployment, title, status: 'investigating', impact, createdMs, resolvedMs: null },
    updates: [{ atMs: createdMs, state: worst, text: cause }],
  };
  const over = resolved(
    {
      ...opened,
      updates: [...opened.updates, { atMs: resolvedMs, state: 'operational', text: 'operational again' }],
    },
    resolvedMs,
  );
  const piece = evidence(opened, { atMs: createdMs });
  store.advance(deployment, () => ({ ...told(opened), evidence: [piece] }));
  store.advance(deployment, () => told(over));
}

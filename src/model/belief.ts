// The half with memory: what we believe of a deployment, its incident, and the transitions worth telling.
import type { EndpointName } from '../contract/endpoints.ts';
import type { RuleId } from '../contract/rules.ts';
import type { Evidence } from './evidence.ts';
import type {
  Certificate,
  CheckResult,
  ContradictionRule,
  Failure,
  Finding,
  Observation,
  Walk,
} from './round.ts';
import type { Reason, State } from './states.ts';

/**
 * Confirmation of one cause: the latest severities (oldest first, never more than the thresholds need), and
 * the severity they confirmed; null while nothing is confirmed.
 */
export interface Streak {
  readonly recent: readonly number[];
  readonly confirmed: number | null;
}

export interface CheckState {
  readonly endpoint: EndpointName;
  /** False before the first run, after a restart until the next, and once stale. */
  readonly fresh: boolean;
  /** Not fresh because the agent's own network is cut. Not written down: after a restart nothing is fresh anyway. */
  readonly cut?: true;
  /** Severity 0 or 1. */
  readonly up: Streak;
  readonly reachable: Streak;
  /** Severity 0 or 1: slower than degraded_above; empty while that is off. */
  readonly slow: Streak;
  /** Instant of the latest Beat taken in; an older or equal one changes nothing. */
  readonly lastBeatMs: number;
  readonly lastRunMs: number | null;
  readonly lastSuccessMs: number | null;
  /** What the latest run showed; null before the first. */
  readonly last: LastRun | null;
  /** Items of the latest list that could be read; null before the first, and for the status check. */
  readonly listed: number | null;
  /** The latest walk over its pages; null where there was none. */
  readonly walk: Walk | null;
}

export interface LastRun {
  readonly reason: Reason | null;
  readonly failure: Failure | null;
  readonly httpStatus: number | null;
  readonly phases: Observation['phases'];
  readonly durationMs: number;
  readonly bodyBytes: number;
  readonly remoteAddress: string | null;
  readonly items: number | null;
  readonly findings: readonly Finding[];
}

export interface ComponentState {
  readonly name: string;
  readonly expected: boolean;
  /** Shown at once; `unknown` when the status check is confirmed failing or stale. */
  readonly state: State;
  /** Raw text of the word; null where none was reported. */
  readonly reported: string | null;
  readonly sinceMs: number;
  readonly streak: Streak;
}

export interface RegionState {
  readonly code: string;
  readonly name: string;
  readonly zone: string;
  readonly country: string;
  readonly state: State;
  readonly reported: string;
}

export type DriftRule = Extract<RuleId, `drift.${string}`>;

/** One way in which answers differ from what they were or what is shown; never an alert by itself. */
export interface Drift {
  readonly rule: DriftRule;
  readonly check: EndpointName;
  /** With array indexes left out: `components[].status`. */
  readonly path: string;
  readonly message: string;
  readonly expected: string;
  /** As it was seen last. */
  readonly observed: string;
  readonly firstSeenMs: number;
  readonly lastSeenMs: number;
  /** Runs that showed it. */
  readonly count: number;
}

/** A claim of the status document that the same round contradicts; gone once its end is confirmed. */
export interface Contradiction {
  readonly rule: ContradictionRule;
  /** Severity 0 or 1. */
  readonly streak: Streak;
  /** Since when it is confirmed; null while it is not, and while one of its sides says nothing of now. */
  readonly sinceMs: number | null;
  /** Both sides, as they were seen last. */
  readonly finding: Finding;
}

export type Impact = 'minor' | 'major' | 'critical';

export interface IncidentUpdate {
  readonly atMs: number;
  readonly state: State;
  readonly text: string;
}

export interface Incident {
  /** `inc_…` */
  readonly id: string;
  readonly deployment: string;
  readonly title: string;
  readonly status: 'investigating' | 'resolved';
  readonly impact: Impact;
  readonly createdMs: number;
  readonly resolvedMs: number | null;
  /** Oldest first; bounded. */
  readonly updates: readonly IncidentUpdate[];
}

/** What we believe of a deployment now. */
export interface DeploymentState {
  readonly deployment: string;
  /** Confirmed. */
  readonly status: State;
  readonly sinceMs: number;
  /** For people: what makes it so ("Storage reports major_outage"); null when operational. */
  readonly cause: string | null;
  readonly checks: Readonly<Partial<Record<EndpointName, CheckState>>>;
  readonly overall: { readonly state: State; readonly reported: string | null; readonly streak: Streak };
  readonly components: readonly ComponentState[];
  readonly regions: readonly RegionState[];
  readonly incident: Incident | null;
  /** Incidents opened since the state began, by impact at opening. */
  readonly incidentsOpened: Readonly<Record<Impact, number>>;
  /** As it was said last; so is updatedAtMs. */
  readonly region: string | null;
  readonly updatedAtMs: number | null;
  readonly clockSkewMs: number | null;
  readonly certificate: Certificate | null;
  /** Bounded; in the order in which they were first seen. */
  readonly drift: readonly Drift[];
  /** At most one a rule. */
  readonly contradictions: readonly Contradiction[];
}

export type ChangeKind =
  | 'state_changed'
  | 'check_changed'
  | 'component_changed'
  | 'component_appeared'
  | 'component_disappeared'
  | 'incident_opened'
  | 'incident_updated'
  | 'incident_resolved'
  | 'contradiction_confirmed'
  | 'contradiction_ended'
  | 'drifted';

/** A transition worth telling. */
export interface Change {
  readonly kind: ChangeKind;
  readonly deployment: string;
  readonly atMs: number;
  /** The component, check or rule it is about; null for the deployment. */
  readonly subject: string | null;
  readonly from: State | null;
  readonly to: State | null;
  readonly text: string;
  /** The incident as it is after the change; null for other kinds. */
  readonly incident: Incident | null;
}

/** The outcome of a fold over one deployment's state. */
export interface Settlement {
  readonly state: DeploymentState;
  readonly changes: readonly Change[];
  /** A change or a changed streak: must be written before the next thing happens. Else it can wait a minute. */
  readonly durable: boolean;
  /** The runs that were taken in, with what memory adds to their findings; a late or repeated result has none. */
  readonly runs: readonly CheckResult[];
  /** Of the incident's transition, where there was one. */
  readonly evidence: readonly Evidence[];
}

// The nouns that cross a wall between stages: plain, JSON-safe values, and what the words in them may be.
import type { ApiVersion, EndpointName } from './contract/endpoints.ts';
import type { RuleId, Severity } from './contract/rules.ts';

/** Worst-of order; the index is the numeric code in metrics. */
export const states = [
  'operational',
  'under_maintenance',
  'unknown',
  'degraded_performance',
  'partial_outage',
  'major_outage',
] as const;
export type State = (typeof states)[number];

export function stateCode(state: State): number {
  return states.indexOf(state);
}

/** The worst of some states; `none` for no states at all. */
export function worstOf(all: readonly State[], none: State): State {
  return all.length === 0 ? none : (states[Math.max(...all.map(stateCode))] ?? none);
}

/** Why a run failed, in the closed order in which the first that holds is the reason. */
export const reasons = [
  'dns',
  'connect',
  'tls',
  'timeout',
  'reset',
  'protocol',
  'http_status',
  'redirect',
  'too_large',
  'encoding',
  'content_type',
  'json',
  'schema',
  'version',
  'components',
  'contract',
] as const;
export type Reason = (typeof reasons)[number];

export const phaseNames = ['dns', 'connect', 'tls', 'first_byte', 'transfer'] as const;
export type PhaseName = (typeof phaseNames)[number];

/** A string that must not be shown: prints as `[redacted]` everywhere, and is read only by `reveal()`. */
export interface Secret {
  readonly reveal: () => string;
  readonly toString: () => string;
  readonly toJSON: () => string;
}

export const redacted = '[redacted]';

export function secret(value: string): Secret {
  return Object.freeze({ reveal: () => value, toString: () => redacted, toJSON: () => redacted });
}

/** Where checks are performed from; its code is the label `vantage`. Shape of the API's Region. */
export interface Vantage {
  readonly code: string;
  readonly name: string;
  readonly zone: string;
  readonly country: string;
}

/** One endpoint of one deployment, with its interval and limits. */
export interface Check {
  /** `<deployment>/<endpoint>`, stable. */
  readonly id: string;
  readonly endpoint: EndpointName;
  /** Path and query to ask for, base_url's own path included. */
  readonly target: string;
  readonly intervalMs: number;
  /** One wall-clock deadline for the whole run, connecting included. */
  readonly timeoutMs: number;
  /** Without a run for this long, what is known of the check is stale. */
  readonly staleAfterMs: number;
  readonly maxBodyBytes: number;
  /** `limit` to ask for; null asks for none. */
  readonly limit: number | null;
}

/** How to reach a deployment. File contents are loaded already; nothing here reads a file. */
export interface Connection {
  /** `http://host[:port]` or https; never with a path. */
  readonly origin: string;
  readonly headers: Readonly<Record<string, Secret>>;
  readonly tls: TlsOptions | null;
  readonly proxy: Secret | null;
  readonly ipFamily: 0 | 4 | 6;
  /** Longest age of a connection; 0 opens a fresh one for every round. */
  readonly keepAliveMs: number;
}

export interface TlsOptions {
  readonly ca: string | null;
  readonly cert: string | null;
  readonly key: Secret | null;
  readonly serverName: string | null;
}

/** One base_url with its version, kind, endpoints and expected components. */
export interface Deployment {
  readonly id: string;
  readonly name: string;
  /** The kind's name, or `custom` where version, endpoints and components are spelled out. */
  readonly kind: string;
  readonly version: ApiVersion;
  /** For people: the configured base_url, with what came from `${…}` redacted. */
  readonly baseUrl: string;
  readonly connection: Connection;
  /** In the order in which a round asks them: status first. */
  readonly checks: readonly Check[];
  readonly components: { readonly expected: readonly string[]; readonly exact: boolean };
  readonly confirm: {
    readonly failures: number;
    readonly successes: number;
    readonly recheckAfterMs: number;
  };
  /** first_byte + transfer above this, confirmed, is degraded_performance; null is off. */
  readonly degradedAboveMs: number | null;
  readonly maxComponents: number;
  /** Severities that differ from the rule table; `off` runs the rule and drops what it says. */
  readonly rules: Readonly<Partial<Record<RuleId, Severity | 'off'>>>;
  /** Normalized words added to the built-in table. */
  readonly statusWords: Readonly<Record<string, State>>;
  readonly labels: Readonly<Record<string, string>>;
  readonly slo: { readonly availability: number | null; readonly latencyMs: number | null };
  readonly critical: boolean;
  /** Values that must not be shown even when the target sends them back. */
  readonly secrets: readonly Secret[];
}

/**
 * Why a Beat is run: at its slot (first runs included), once more after a failing run, or because somebody
 * asked. Only `slot` counts in runs, failures, histograms and history; `asked` never changes state.
 */
export type BeatCause = 'slot' | 'recheck' | 'asked';

/** One round of a deployment. Doing one twice is harmless. */
export interface Beat {
  /** `deployment@region@atMs` */
  readonly id: string;
  readonly deployment: string;
  readonly region: string;
  /** The instant it was due, epoch ms. */
  readonly atMs: number;
  readonly cause: BeatCause;
  /** Endpoints to ask, status first. */
  readonly checks: readonly EndpointName[];
}

/** Kinds of failure on the way to a complete answer, in the words of `Reason`. */
export type FailureKind =
  | 'dns'
  | 'connect'
  | 'tls'
  | 'timeout'
  | 'reset'
  | 'protocol'
  | 'too_large'
  | 'encoding';

export interface Failure {
  readonly kind: FailureKind;
  /** Where it happened. */
  readonly phase: PhaseName;
  /** The platform's code (ECONNREFUSED, CERT_HAS_EXPIRED), or ours (DEADLINE). */
  readonly code: string;
  readonly message: string;
}

export interface Certificate {
  readonly notAfterMs: number;
  readonly subject: string;
  readonly issuer: string;
  /** Why verification failed (CERT_HAS_EXPIRED); null when it did not. */
  readonly error: string | null;
}

/** What came over the wire in one run. A failure is a value too. */
export interface Observation {
  /** When the run began (after the limiter), epoch ms. */
  readonly startedMs: number;
  /** When it was over, epoch ms. */
  readonly endedMs: number;
  readonly failure: Failure | null;
  /** null where no status line came. */
  readonly status: number | null;
  /** Names in lower case; repeated fields joined by ", ". */
  readonly headers: Readonly<Record<string, string>>;
  /** Decoded body with a byte order mark kept; null where it was not had in full. */
  readonly body: string | null;
  /** False where the body's bytes are not UTF-8 (then `body` holds replacement characters). */
  readonly bodyIsUtf8: boolean;
  /** Bytes after and before undoing Content-Encoding. */
  readonly bodyBytes: number;
  readonly wireBytes: number;
  /** ms; a phase that did not happen is absent. */
  readonly phases: Readonly<Partial<Record<PhaseName, number>>>;
  /** Sum of the phases; for a timeout, the deadline. */
  readonly durationMs: number;
  readonly certificate: Certificate | null;
  readonly remoteAddress: string | null;
}

/** One thing validation has to say. At most 50 a run, `observed` and `path` at most 200 characters. */
export interface Finding {
  readonly rule: RuleId;
  readonly severity: Severity;
  readonly check: EndpointName;
  /** `components[2].status`, `headers.cache-control`; empty for the whole answer. */
  readonly path: string;
  readonly message: string;
  readonly expected: string;
  readonly observed: string;
}

/** A reported word: the raw text for people, and the state it means. */
export interface Reported {
  readonly word: string;
  readonly state: State;
}

/** What an answer says, read and bounded; null in a CheckResult where its shape did not allow reading. */
export interface Claims {
  /** Of the status document only. */
  readonly overall: Reported | null;
  readonly version: string | null;
  readonly region: string | null;
  readonly updatedAtMs: number | null;
  readonly components: readonly { readonly name: string; readonly reported: Reported }[];
  /** Of the regions list only. */
  readonly regions: readonly ClaimedRegion[];
  /** Items of a list; null for the status document. */
  readonly items: number | null;
}

export interface ClaimedRegion {
  readonly code: string;
  readonly name: string;
  readonly zone: string;
  readonly country: string;
  readonly reported: Reported;
}

export interface CheckResult {
  readonly endpoint: EndpointName;
  readonly observation: Observation;
  readonly findings: readonly Finding[];
  /** null when the run did not fail. */
  readonly reason: Reason | null;
  readonly claims: Claims | null;
  /** The target's Date against our clock; null where the answer bears none. */
  readonly clockSkewMs: number | null;
}

/** A Beat with what was seen and found at each of its checks. */
export interface Result {
  readonly beat: Beat;
  readonly checks: readonly CheckResult[];
}

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
  /** Severity 0 or 1. */
  readonly up: Streak;
  readonly reachable: Streak;
  /** Instant of the latest Beat taken in; an older or equal one changes nothing. */
  readonly lastBeatMs: number;
  readonly lastRunMs: number | null;
  readonly lastSuccessMs: number | null;
  /** What the latest run showed; null before the first. */
  readonly last: LastRun | null;
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
  /** Severity 0 or 1: slower than degraded_above. */
  readonly slow: Streak;
  readonly incident: Incident | null;
  /** Incidents opened since the state began, by impact at opening. */
  readonly incidentsOpened: Readonly<Record<Impact, number>>;
  readonly region: string | null;
  readonly updatedAtMs: number | null;
  readonly clockSkewMs: number | null;
  readonly certificate: Certificate | null;
}

export type ChangeKind =
  | 'state_changed'
  | 'check_changed'
  | 'component_changed'
  | 'component_appeared'
  | 'component_disappeared'
  | 'incident_opened'
  | 'incident_updated'
  | 'incident_resolved';

/** A transition worth telling. */
export interface Change {
  readonly kind: ChangeKind;
  readonly deployment: string;
  readonly atMs: number;
  /** The component or check it is about; null for the deployment. */
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
  /** Endpoints whose runs were taken in; a late or repeated result has none. */
  readonly applied: readonly EndpointName[];
}

/** What one counted run adds to history. */
export interface Sample {
  readonly deployment: string;
  readonly endpoint: EndpointName;
  readonly atMs: number;
  readonly failed: boolean;
  /** SLO, status check only: not reachable, or the overall word partial_outage or worse. */
  readonly bad: boolean;
  /** Confirmed state after the run. */
  readonly status: State;
  /** Of answers had in full; null otherwise. */
  readonly durationMs: number | null;
  readonly phases: Observation['phases'];
}

/** Runs of one check in one bucket of history. */
export interface Rollup {
  readonly endpoint: EndpointName;
  readonly startMs: number;
  readonly lengthMs: number;
  readonly runs: number;
  readonly failures: number;
  readonly bad: number;
  readonly worst: State;
  /** Answers had in full, and the sum, largest of their durations; ms. */
  readonly answers: number;
  readonly durationSumMs: number;
  readonly durationMaxMs: number;
  /** Sums over the answers in which the phase happened. */
  readonly phaseSumsMs: Readonly<Partial<Record<PhaseName, number>>>;
}

/** Share of good runs of the status check, 0 to 1; null without runs. */
export interface Uptime {
  readonly '24h': number | null;
  readonly '7d': number | null;
  readonly '30d': number | null;
  readonly '90d': number | null;
}

export interface DeploymentView {
  readonly deployment: Deployment;
  readonly state: DeploymentState;
  readonly nextRunMs: Readonly<Partial<Record<EndpointName, number>>>;
}

/** One part of the agent itself, named as the `monitoring` kind names its components. */
export interface AgentComponent {
  readonly name: string;
  readonly state: State;
}

/** The whole fleet at an instant, for readers. */
export interface Snapshot {
  readonly atMs: number;
  readonly vantage: Vantage;
  readonly fleet: State;
  /** In config order. */
  readonly deployments: readonly DeploymentView[];
  /** Newest first; bounded. */
  readonly incidents: readonly Incident[];
  readonly self: readonly AgentComponent[];
}

// The half without memory: a round that is due, what came over the wire, what was found, what it claims.
import type { EndpointName } from '../contract/endpoints.ts';
import type { RuleId, Severity } from '../contract/rules.ts';
import type { PhaseName, Reason, State } from './states.ts';

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
  /** Epoch ms; null where the certificate's date cannot be read. */
  readonly notAfterMs: number | null;
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

/** Findings of one run; the gravest are kept. */
export const maxFindings = 50;

/** One thing validation or memory has to say. At most `maxFindings` a run, `observed` and `path` at most 200 characters. */
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

/** An answer that says nothing. */
export const noClaims: Claims = {
  overall: null,
  version: null,
  region: null,
  updatedAtMs: null,
  components: [],
  regions: [],
  items: null,
};

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

export type ContradictionRule = Extract<RuleId, `contradiction.${string}`>;

/** What the status document claims against what the same round shows, where the round held both. */
export interface Comparison {
  readonly rule: ContradictionRule;
  /** Both sides, in `expected` and `observed`; null where they agree. It is among the status check's findings too. */
  readonly finding: Finding | null;
}

/** A Beat with what was seen and found at each of its checks. */
export interface Result {
  readonly beat: Beat;
  readonly checks: readonly CheckResult[];
  readonly comparisons: readonly Comparison[];
}

/** Why a walk over the pages of a list came to its end; only `last_page` has seen all of it. */
export type WalkEnd = 'last_page' | 'max_pages' | 'loop' | 'failed';

/** One walk over the pages of a list, apart from the rounds: it fails no run. */
export interface Walk {
  readonly endpoint: EndpointName;
  readonly startedMs: number;
  readonly endedMs: number;
  /** Those that could be read. */
  readonly pages: number;
  readonly items: number;
  readonly end: WalkEnd;
  /** Paths begin with the page, the first being 0: `pages[2].data[0].id`. */
  readonly findings: readonly Finding[];
}

// What is watched, from where and how, as the configuration says it: plain values, every default resolved.
import type { ApiVersion, EndpointName } from '../contract/endpoints.ts';
import type { RuleId, Setting } from '../contract/rules.ts';
import type { Expectation } from './expectation.ts';
import type { Secret } from './secret.ts';
import type { State } from './states.ts';

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

/** A deployment has one check an endpoint: within it the endpoint names the check. */
export type CheckName = Check['endpoint'];

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

/** The API document does not show the field of the next cursor, so that a walk has to be asked for. */
export interface Pagination {
  readonly cursorField: string;
  readonly maxPages: number;
  readonly everyMs: number;
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
  /** Every rule; deployments that change none of them share one object. */
  readonly rules: Readonly<Record<RuleId, Setting>>;
  /** How old updated_at may be; null is any age. */
  readonly updatedAtMaxAgeMs: number | null;
  /** How lists are walked to their end; null where they are not. */
  readonly pagination: Pagination | null;
  /** What was learned of it and reviewed; null where nothing was. */
  readonly expect: Expectation | null;
  /** Normalized words added to the built-in table. */
  readonly statusWords: Readonly<Record<string, State>>;
  readonly labels: Readonly<Record<string, string>>;
  readonly slo: { readonly availability: number | null; readonly latencyMs: number | null };
  readonly critical: boolean;
  /** Whether failures that may be of our own network are held back until it is known whose they were. */
  readonly egressGuard: boolean;
  /** Values that must not be shown even when the target sends them back. */
  readonly secrets: readonly Secret[];
}

// What the rest of the house gets of the configuration: values only, every default and secret resolved.
import type { Deployment, Vantage } from '../model/deployment.ts';
import type { Secret } from '../model/secret.ts';

export interface Config {
  readonly agent: {
    readonly name: string;
    readonly vantage: Vantage;
    /** `host:port`, `[::1]:port`; at least one. */
    readonly listen: readonly string[];
    /** `/`, or `/prefix` without a trailing slash. */
    readonly basePath: string;
    /** Bound on runs under way at once. */
    readonly maxInFlight: number;
    /** How often the configuration is looked at and, where it changed, reloaded; null for never. */
    readonly reloadEveryMs: number | null;
    /** What tells whether the agent's own network works. */
    readonly egress: {
      /** `host:port`; where there are any, they alone decide. */
      readonly canaries: readonly string[];
      /** Of all guarded deployments, 0 to 1: more of them than this, failing at once, are not at fault. */
      readonly share: number;
    };
  };
  readonly store: { readonly path: string; readonly historyMs: number };
  readonly metrics: { readonly stateSet: boolean };
  /** Enabled ones, in the order of the file. */
  readonly deployments: readonly Deployment[];
  /** Every value that came from `${…}`, wherever it stands, each once, the longest first. */
  readonly secrets: readonly Secret[];
  /** Digest of the configuration as it was read, for picket_config_info. */
  readonly hash: string;
  /** What is allowed and probably not meant; one line each, ready to print. */
  readonly warnings: readonly string[];
}

/** One thing wrong in a configuration. `observed` never holds a secret. */
export interface ConfigProblem {
  readonly file: string;
  /** From 1; 0 where the file as a whole is meant. */
  readonly line: number;
  readonly column: number;
  /** `deployments[0].endpoints.status.interval`; empty for the file as a whole. */
  readonly path: string;
  readonly expected: string;
  readonly observed: string;
}

/** The operator erred: every problem at once. The message has one line a problem. */
export class ConfigError extends Error {
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[]) {
    super(problems.map(describeProblem).join('\n'));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

function describeProblem({ file, line, column, path, expected, observed }: ConfigProblem): string {
  const place = line > 0 ? `${file}:${line}:${column}` : file;
  return `${place}: ${path === '' ? '' : `${path}: `}expected ${expected}, got ${observed}`;
}

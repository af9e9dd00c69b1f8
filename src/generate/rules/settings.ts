// What the rules depend on: how agents are found, where people are sent, and how often checks run.

export interface RuleSettings {
  /** Matchers of the agents' job, as they stand between braces. */
  readonly job: string;
  /** What runbook_url begins with, up to its anchor. */
  readonly runbooks: string;
  /** Where Grafana is, without a trailing slash. */
  readonly grafana: string;
  /** Names of deployments' own labels that their alerts carry. */
  readonly labels: readonly string[];
  /** Ids of the deployments that are not critical: their alerts are warnings at most. */
  readonly lesser: readonly string[];
  /** Slowest interval of a status check, ms. */
  readonly statusMs: number;
  /** Slowest interval of any check, ms. */
  readonly checkMs: number;
  /** Slowest interval of a status check with an availability objective, ms. */
  readonly objectiveMs: number;
}

/** Without a configuration: the default interval, and the 60 s below which lists are not asked. */
export const defaultSettings: RuleSettings = {
  job: 'job=~".*picket.*"',
  runbooks: 'https://picket.example/runbooks',
  grafana: 'http://localhost:3000',
  labels: ['environment', 'team'],
  lesser: [],
  statusMs: 30_000,
  checkMs: 60_000,
  objectiveMs: 30_000,
};

// The whole fleet at an instant, for readers.
import type { EndpointName } from '../contract/endpoints.ts';
import type { DeploymentState, Incident } from './belief.ts';
import type { Deployment, Vantage } from './deployment.ts';
import type { State } from './states.ts';

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

// The four reference deployments together, with faults from a scenario's timeline and from `PUT /faults`.

import { type DeploymentServer, serveDeployment } from './deployment-server.ts';
import { type KindName, kindNames } from './deployments.ts';
import type { Fault } from './faults.ts';
import { faultsAt, msToNextStep, type Scenario } from './scenario.ts';

export interface SimulatorOptions {
  readonly host: string;
  /** The first deployment's port, the others follow; 0 takes any free ones. */
  readonly basePort: number;
  /** The same seed gives the same items. */
  readonly seed?: number;
  /** Its timeline begins when the simulator starts. */
  readonly scenario?: Scenario;
  readonly onEvent?: (event: SimulatorEvent) => void;
  /** Epoch ms. */
  readonly now?: () => number;
}

/** The faults of a deployment changed; `faults` are those now in effect. */
export interface SimulatorEvent {
  readonly deployment: KindName;
  readonly cause: 'scenario' | 'request';
  readonly faults: readonly Fault[];
}

export interface Simulator {
  /** In the order of the ports. */
  readonly deployments: readonly { readonly kind: KindName; readonly url: string }[];
  /** What `PUT /faults` on that deployment's port does. */
  readonly setFaults: (kind: KindName, faults: readonly Fault[]) => void;
  /** Does not wait for hung connections. */
  readonly close: () => Promise<void>;
}

const nothingHappens: Scenario = { repeatMs: null, steps: [] };

/** Rejects, with nothing left listening, when one of the ports cannot be had. */
export async function startSimulator({
  host,
  basePort,
  seed = 1,
  scenario = nothingHappens,
  onEvent = () => {},
  now = Date.now,
}: SimulatorOptions): Promise<Simulator> {
  const startedMs = now();
  const byTimeline = (kind: KindName) => faultsAt(scenario, kind, now() - startedMs);
  const byRequest = new Map<KindName, readonly Fault[]>();
  const inEffect = (kind: KindName) => [...byTimeline(kind), ...(byRequest.get(kind) ?? [])];
  const setFaults = (kind: KindName, faults: readonly Fault[]) => {
    byRequest.set(kind, faults);
    onEvent({ deployment: kind, cause: 'request', faults: inEffect(kind) });
  };
  const servers = await allOrNone(
    kindNames.map((kind, index) => {
      const board = {
        inEffect: () => inEffect(kind),
        set: (faults: readonly Fault[]) => setFaults(kind, faults),
      };
      const port = basePort === 0 ? 0 : basePort + index;
      return serveDeployment({ kind, host, port, seed, now, board });
    }),
  );
  const stopTelling = tellSteps(scenario, now, startedMs, (kind) =>
    onEvent({ deployment: kind, cause: 'scenario', faults: inEffect(kind) }),
  );
  return {
    deployments: servers.map(({ kind, url }) => ({ kind, url })),
    setFaults,
    close: async () => {
      stopTelling();
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}

async function allOrNone(starting: readonly Promise<DeploymentServer>[]): Promise<DeploymentServer[]> {
  const settled = await Promise.allSettled(starting);
  const started = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const failed = settled.find((each) => each.status === 'rejected');
  if (failed === undefined) return started;
  await Promise.all(started.map((server) => server.close()));
  throw failed.reason;
}

/** Calls `tell` for each deployment whose faults a step of the timeline changed; returns how to stop. */
function tellSteps(
  scenario: Scenario,
  now: () => number,
  startedMs: number,
  tell: (kind: KindName) => void,
): () => void {
  const told = new Map<KindName, string>(kindNames.map((kind) => [kind, '[]']));
  let timer: NodeJS.Timeout | undefined;
  const step = () => {
    const elapsedMs = now() - startedMs;
    for (const kind of kindNames) {
      const faults = JSON.stringify(faultsAt(scenario, kind, elapsedMs));
      if (told.get(kind) !== faults) tell(kind);
      told.set(kind, faults);
    }
    const waitMs = msToNextStep(scenario, elapsedMs);
    if (waitMs !== null) timer = setTimeout(step, waitMs);
  };
  step();
  return () => clearTimeout(timer);
}

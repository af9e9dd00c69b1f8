// Faults of the simulator that only memory can tell: the line finds them in the round after a healthy one, and no more.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { learnFrom } from '../../src/learning.ts';
import type { Settlement } from '../../src/model/belief.ts';
import type { Deployment } from '../../src/model/deployment.ts';
import { examine, settle } from '../../src/pipeline.ts';
import { createProber } from '../../src/probe/rounds.ts';
import { beatOf } from '../../src/schedule/beat.ts';
import type { Fault } from '../../src/simulate/faults.ts';
import { type Simulator, startSimulator } from '../../src/simulate/server.ts';
import { openStore } from '../../src/store/sqlite.ts';
import { deploymentOf } from '../config/reading.ts';

const prober = createProber({ userAgent: 'picket/test' });
let simulator: Simulator;

beforeAll(async () => {
  simulator = await startSimulator({ host: '127.0.0.1', basePort: 0 });
});

afterAll(async () => {
  prober.close();
  await simulator.close();
});

/** Asks and settles rounds of file storage, one after the other, and remembers. */
function line() {
  const url = simulator.deployments.find(({ kind }) => kind === 'file-storage')?.url;
  const plain = deploymentOf(`deployments: [{ id: a, base_url: "${url}", kind: file-storage }]`);
  const [endpoints, startMs, albums] = [
    plain.checks.map(({ endpoint }) => endpoint),
    Date.now(),
    new WeakMap(),
  ];
  const failed = (error: unknown) => expect.fail(String(error));
  const store = openStore({
    path: ':memory:',
    historyMs: 86_400_000,
    nowMs: startMs,
    onCommit: () => undefined,
    onError: failed,
  });
  let clockMs = startMs;
  const around = {
    prober,
    limit: <T>(task: () => Promise<T>) => task(),
    now: () => clockMs,
    fleetSkewMs: () => 0,
  };
  const ask = (deployment: Deployment) =>
    examine(deployment, beatOf(deployment, 'local0', clockMs, 'slot', endpoints), around);
  return {
    /** With all that is learned of it as it is now. */
    async learned(): Promise<Deployment> {
      return { ...plain, expect: learnFrom(plain.version, (await ask(plain)).checks)?.expect ?? null };
    },
    async round(deployment: Deployment): Promise<Settlement | null> {
      clockMs += 1_000;
      return settle(deployment, await ask(deployment), store, clockMs, albums);
    },
  };
}

const findings = (settlement: Settlement | null) =>
  settlement?.runs.flatMap((run) =>
    run.findings.map(({ rule, check, path, observed }) => `${rule} ${check} ${path}: ${observed}`),
  );

test.each<[Fault, string]>([
  [{ type: 'region', name: 'Atlantis' }, 'drift.region_changed status region: Atlantis'],
  [
    { type: 'empty_list', endpoint: 'files' },
    expect.stringMatching(/^drift\.list_emptied files data: 0 items, \d+ before$/),
  ],
])('%j', async (fault, found) => {
  simulator.setFaults('file-storage', []);
  const { learned, round } = line();
  const deployment = await learned();
  expect(findings(await round(deployment))).toEqual([]);
  simulator.setFaults('file-storage', [fault]);
  const settlement = await round(deployment);
  expect(findings(settlement)).toEqual([found]);
  const rule = settlement?.runs.flatMap((run) => run.findings)[0]?.rule;
  expect(settlement?.state.drift).toMatchObject([{ rule, count: 1 }]);
  expect(settlement?.changes.map(({ kind, subject }) => [kind, subject])).toContainEqual(['drifted', rule]);
  expect(findings(await round(deployment))).toEqual([]);
});

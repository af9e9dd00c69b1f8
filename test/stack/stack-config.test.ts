// The stack's configurations as Prometheus' and Alertmanager's own tools read them; which alert goes where, and which
// holds back which, as a real Alertmanager decides it.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Running, startAlertmanager } from './servers.ts';
import { isMissing } from './tools.ts';

const stack = join(import.meta.dirname, '..', '..', 'config', 'stack');
const routes = join(stack, 'alertmanager', 'alertmanager.yml');

const said = (command: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  return { status, said: stdout + stderr };
};

test.skipIf(isMissing('promtool'))(
  'promtool accepts the configuration of Prometheus, its rules included',
  () => {
    const { status, said: output } = said(
      'promtool',
      'check',
      'config',
      join(stack, 'prometheus', 'prometheus.yml'),
    );
    expect({ status, output }).toEqual({ status: 0, output: expect.stringContaining('SUCCESS') });
  },
);

describe.skipIf(isMissing('amtool'))('amtool', () => {
  test('accepts the configuration of Alertmanager', () => {
    expect(said('amtool', 'check-config', routes)).toMatchObject({ status: 0 });
  });

  test.each([
    [
      'an alert about a deployment',
      ['alertname=PicketDeploymentDown', 'deployment=a', 'job=picket'],
      'picket',
    ],
    ['an alert about an agent', ['alertname=PicketAgentDown', 'job=picket', 'instance=i'], 'picket'],
    ['the watchdog', ['alertname=PicketWatchdog'], 'watchdog'],
  ])('sends %s where it belongs', (_what, labels, receiver) => {
    const args = ['config', 'routes', 'test', `--config.file=${routes}`, ...labels];
    expect(spawnSync('amtool', args, { encoding: 'utf8' }).stdout).toBe(`${receiver}\n`);
  });
});

type Labels = Readonly<Record<string, string>>;

const ofA = { job: 'picket', deployment: 'a' };
const ofB = { job: 'picket', deployment: 'b' };
const agent = { job: 'picket', instance: 'one:7425' };
/** In another job, watched by other agents. */
const elsewhere = { job: 'other-picket', deployment: 'a' };

const outage = { alertname: 'PicketComponentOutage', ...ofA, component: 'Storage' };

/** What fires together, and which of it is held back. */
const held: readonly {
  readonly what: string;
  readonly source: Labels;
  readonly back: Labels[];
  readonly not: Labels[];
}[] = [
  {
    what: 'a deployment that is down, its other alerts',
    source: { alertname: 'PicketDeploymentDown', ...ofA },
    back: [
      { alertname: 'PicketCheckFailing', ...ofA, check: 'files' },
      { alertname: 'PicketCheckStale', ...ofA, check: 'files' },
      { alertname: 'PicketCheckSlow', ...ofA, check: 'status' },
      { alertname: 'PicketCheckFlapping', ...ofA, check: 'status' },
      { alertname: 'PicketComponentOutage', ...ofA, component: 'API' },
      { alertname: 'PicketComponentDegraded', ...ofA, component: 'API' },
      { alertname: 'PicketComponentUnknown', ...ofA, component: 'API' },
      { alertname: 'PicketRegionNotOperational', ...ofA, region_code: 'fra1' },
      { alertname: 'PicketContractBroken', ...ofA, check: 'files' },
      { alertname: 'PicketContradiction', ...ofA, rule: 'contradiction.status_vs_checks' },
      { alertname: 'PicketErrorBudgetBurn', ...ofA, severity: 'critical', long: '1h', short: '5m' },
    ],
    not: [
      { alertname: 'PicketCertificateExpiresVerySoon', ...ofA },
      { alertname: 'PicketVantagesDisagree', ...ofA, check: 'status' },
      { alertname: 'PicketCheckFailing', ...ofB, check: 'files' },
      { alertname: 'PicketCheckFailing', ...elsewhere, check: 'files' },
      { alertname: 'PicketConfigReloadFailed', ...agent },
    ],
  },
  {
    what: 'a component that is out, what else is said of it',
    source: outage,
    back: [
      { ...outage, alertname: 'PicketComponentDegraded' },
      { ...outage, alertname: 'PicketComponentUnknown' },
    ],
    not: [
      { ...outage, alertname: 'PicketComponentDegraded', component: 'API' },
      { ...outage, ...ofB, alertname: 'PicketComponentDegraded' },
    ],
  },
  {
    what: 'a certificate that expires very soon, that it does so soon',
    source: { alertname: 'PicketCertificateExpiresVerySoon', ...ofA },
    back: [{ alertname: 'PicketCertificateExpiresSoon', ...ofA }],
    not: [{ alertname: 'PicketCertificateExpiresSoon', ...ofB }],
  },
  {
    what: 'an error budget that burns fast, that it burns slowly',
    source: { alertname: 'PicketErrorBudgetBurn', ...ofA, severity: 'critical', long: '1h', short: '5m' },
    back: [{ alertname: 'PicketErrorBudgetBurn', ...ofA, severity: 'warning', long: '3d', short: '6h' }],
    not: [
      { alertname: 'PicketErrorBudgetBurn', ...ofA, severity: 'critical', long: '6h', short: '30m' },
      { alertname: 'PicketErrorBudgetBurn', ...ofB, severity: 'warning', long: '3d', short: '6h' },
    ],
  },
  {
    what: 'an answer that breaks the contract, that its check fails',
    source: { alertname: 'PicketContractBroken', ...ofA, check: 'files' },
    back: [{ alertname: 'PicketCheckFailing', ...ofA, check: 'files' }],
    not: [
      { alertname: 'PicketCheckFailing', ...ofA, check: 'status' },
      { alertname: 'PicketCheckFailing', ...ofB, check: 'files' },
    ],
  },
  // What one agent says of itself hides nothing that another sees.
  ...['PicketEgressDown', 'PicketAgentDown'].map((alertname) => ({
    what: `${alertname}, nothing of any deployment`,
    source: { alertname, ...agent },
    back: [],
    not: [
      { alertname: 'PicketDeploymentDown', ...ofA },
      { ...outage, ...ofB },
    ],
  })),
  {
    what: 'agents that are all absent, what is said of any deployment',
    source: { alertname: 'PicketAgentAbsent' },
    back: [
      { alertname: 'PicketDeploymentDown', ...ofA },
      { alertname: 'PicketDeploymentDown', ...elsewhere },
    ],
    not: [{ alertname: 'PicketWatchdog' }],
  },
];

describe.skipIf(isMissing('prometheus-alertmanager'))('Alertmanager', () => {
  let alertmanager: Running;
  let alerts: string;

  beforeAll(async () => {
    alertmanager = await startAlertmanager(readFileSync(routes, 'utf8'));
    alerts = `${alertmanager.url}/api/v2/alerts`;
  });

  afterAll(() => alertmanager.stop());

  // One after the other in one server: each is resolved at its end.
  test.each(held)('holds back, for $what', async ({ source, back, not }) => {
    const all = [source, ...back, ...not];
    await post(all, {});
    await vi.waitFor(
      async () => {
        const states = await statesOf();
        expect(all.map((labels) => [labels, states.get(key(labels))])).toEqual([
          [source, 'active'],
          ...back.map((labels) => [labels, 'suppressed']),
          ...not.map((labels) => [labels, 'active']),
        ]);
      },
      { timeout: 20_000, interval: 200 },
    );
    await post(all, { endsAt: new Date().toISOString() });
    await vi.waitFor(async () => expect((await statesOf()).size).toBe(0), { timeout: 20_000, interval: 200 });
  });

  async function post(all: readonly Labels[], times: object): Promise<void> {
    const body = JSON.stringify(all.map((labels) => ({ labels, ...times })));
    const headers = { 'content-type': 'application/json' };
    expect((await fetch(alerts, { method: 'POST', headers, body })).status).toBe(200);
  }

  /** By the labels of the alerts that fire. */
  async function statesOf(): Promise<Map<string, string>> {
    const known = (await (await fetch(alerts)).json()) as { labels: Labels; status: { state: string } }[];
    return new Map(known.map(({ labels, status }) => [key(labels), status.state]));
  }
});

const key = (labels: Labels) => JSON.stringify(Object.entries(labels).toSorted());

// From a fault to a notice: simulator, agents, a real Prometheus with the shipped rules, a real Alertmanager with the
// shipped routes, and whom it tells. Minutes of the rules and routes are seconds here; nothing else in them differs.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { KindName } from '../../src/simulate/deployments.ts';
import type { Fault } from '../../src/simulate/faults.ts';
import { type Simulator, startSimulator } from '../../src/simulate/server.ts';
import { type Command, picket } from '../cli/process.ts';
import { freePort } from './free-port.ts';
import { canHaveNamespaces, namespaceCuts, openNamespace, openProxied, type Place } from './places.ts';
import { type Receiver, startReceiver, type Told } from './receiver.ts';
import { scaledRoutes, scaledRules } from './scaled.ts';
import { query, type Running, startAlertmanager, startPrometheus, until } from './servers.ts';
import { isMissing } from './tools.ts';

const stack = join(import.meta.dirname, '../../config/stack');
/** A minute of the rules lasts a second. */
const pace = 60;
const absent = isMissing('prometheus') || isMissing('prometheus-alertmanager');

const folder = mkdtempSync(join(tmpdir(), 'picket-alerts-'));
let simulator: Simulator;
let receiver: Receiver;
let alertmanager: Running;
let prometheus: Running;
/** Each watches deployments of its own, so that nobody else knows of them. */
let first: Watcher;
let killed: Watcher;
let cutOff: Watcher;
/** Where the one runs that is cut off, and what it watches there. */
let place: Place;
let remote: readonly Simulator[] = [];

/** An agent in a process of its own. */
interface Watcher {
  readonly name: string;
  readonly address: string;
  readonly config: string;
  /** Command that runs another where the agent is. */
  readonly within: readonly string[];
  command: Command;
}

interface Entry {
  readonly id: string;
  readonly base_url: string;
  readonly kind: KindName;
}

interface Case {
  readonly title: string;
  readonly begin: () => unknown;
  readonly end: () => unknown;
  /** What is told, with labels that the alert must have. */
  readonly told: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** What fires too, and nobody is told of. */
  readonly inhibited: readonly string[];
}

const withFault = (kind: KindName, fault: Fault) => ({
  begin: () => simulator.setFaults(kind, [fault]),
  end: () => simulator.setFaults(kind, []),
});

const outage: Fault = { type: 'component_word', component: 'Storage', word: 'major_outage' };

const cases: readonly Case[] = [
  {
    title: 'component outage',
    ...withFault('file-storage', outage),
    told: { 'PicketComponentOutage file-storage/Storage': { severity: 'critical', team: 'first' } },
    inhibited: [],
  },
  {
    title: 'deployment down',
    ...withFault('media', { type: 'http_status', status: 503 }),
    told: { 'PicketDeploymentDown media': { severity: 'critical', team: 'first' } },
    inhibited: ['PicketCheckFailing media/media'],
  },
  {
    title: 'contract broken',
    ...withFault('compute', { type: 'field_removed', field: 'region', endpoint: 'status' }),
    told: { 'PicketContractBroken compute/status': { severity: 'warning', team: 'first' } },
    inhibited: ['PicketCheckFailing compute/status'],
  },
  {
    title: 'agent killed',
    begin: () => killed.command.child.kill('SIGKILL'),
    end: async () => {
      expect(await killed.command.ended).toBe('SIGKILL');
      killed.command = await run(killed.config, killed.within);
    },
    told: { 'PicketAgentDown picket-killed': { severity: 'critical' } },
    inhibited: [],
  },
];

beforeAll(async () => {
  if (absent) return;
  simulator = await startSimulator({ host: '127.0.0.1', basePort: 0 });
  place = canHaveNamespaces() ? openNamespace() : await openProxied();
  remote = await Promise.all(place.addresses.map((host) => startSimulator({ host, basePort: 0 })));
  const [own, others] = [
    entriesOf(simulator, ''),
    remote.flatMap((each, index) => entriesOf(each, `-${index}`)),
  ];
  first = await startAgent(
    'first',
    own.filter(({ kind }) => kind !== 'monitoring'),
  );
  killed = await startAgent(
    'killed',
    own.filter(({ kind }) => kind === 'monitoring'),
  );
  cutOff = await startAgent(
    'cut-off',
    others.filter(({ kind }) => kind === 'file-storage' || kind === 'compute'),
    place,
  );
  receiver = await startReceiver();
  alertmanager = await startAlertmanager(routes(receiver.url));
  // A minute, too: what fires before Alertmanager is discovered is told with the next.
  prometheus = await startPrometheus(prometheusConfig(), '--rules.alert.resend-delay=1s');
  await until(async () => {
    const well = await query(prometheus, 'picket_deployment_status_code == 0');
    expect(well).toHaveLength(own.length + 2 * remote.length);
  });
});

afterAll(async () => {
  await prometheus?.stop();
  await alertmanager?.stop();
  for (const agent of [first, killed, cutOff]) {
    agent?.command.child.kill('SIGTERM');
    await agent?.command.ended;
  }
  receiver?.close();
  for (const each of [simulator, ...remote]) await each?.close();
  await place?.close();
  rmSync(folder, { recursive: true, force: true });
});

const entriesOf = ({ deployments }: Simulator, suffix: string): readonly Entry[] =>
  deployments.map(({ kind, url }) => ({ id: `${kind}${suffix}`, base_url: url, kind }));

/** With a file of its own to remember in, on an address that it comes back to. */
async function startAgent(
  name: string,
  entries: readonly Entry[],
  { listen, within, proxy }: Pick<Place, 'listen' | 'within' | 'proxy'> = onLoopback,
): Promise<Watcher> {
  const address = listen.replace(/:0$/, `:${await freePort()}`);
  // At the deployment: the defaults never ask for lists more often than the API document lets them be kept.
  const own = { interval: '2s', labels: { team: name } };
  const defaults = {
    // The simulators are in this process: it may stand still for two seconds, which are two minutes of the rules.
    timeout: '1900ms',
    confirm: { recheck_after: '100ms' },
    ...(proxy !== null && { proxy }),
  };
  const store = { path: join(folder, `${name}.db`) };
  const deployments = entries.map((entry) => ({ ...entry, ...own }));
  const config = join(folder, `${name}.json`);
  writeFileSync(config, JSON.stringify({ agent: { listen: address }, store, defaults, deployments }));
  return { name, address, config, within, command: await run(config, within) };
}

const onLoopback = { listen: '127.0.0.1:0', within: [], proxy: null };

async function run(config: string, within: readonly string[]): Promise<Command> {
  const command = picket(['run', '--config', config], {}, within);
  await command.says('listening on');
  return command;
}

function routes(receiverUrl: string): string {
  const shipped = readFileSync(join(stack, 'alertmanager/alertmanager.yml'), 'utf8');
  const [told, watchdog] = [`${receiverUrl}/told`, `${receiverUrl}/watchdog`];
  const text = shipped.replace(/http:\S+\/picket/, told).replace(/http:\S+\/watchdog/, watchdog);
  expect([text.includes(told), text.includes(watchdog)]).toEqual([true, true]);
  return scaledRoutes(text, pace);
}

function prometheusConfig(): object {
  const rules = join(folder, 'rules');
  mkdirSync(rules);
  for (const file of readdirSync(join(stack, 'prometheus/rules'))) {
    const shipped = readFileSync(join(stack, 'prometheus/rules', file), 'utf8');
    writeFileSync(join(rules, file), scaledRules(shipped, pace));
  }
  return {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [join(rules, '*.yaml')],
    alerting: { alertmanagers: [{ static_configs: [{ targets: [new URL(alertmanager.url).host] }] }] },
    // Jobs of their own: what is known of an agent silences what others of its job say of deployments.
    scrape_configs: [first, killed, cutOff].map(({ name, address }) => ({
      job_name: `picket-${name}`,
      static_configs: [{ targets: [address] }],
    })),
  };
}

/** Of an alert, and which of them it is: that of an agent, by its job. */
function nameOf({ alertname, job, deployment, check, component }: Told['labels']): string {
  const subject = [deployment ?? job, check, component].filter((part) => part !== undefined);
  return `${alertname} ${subject.join('/')}`;
}

/** They tell how busy this machine is, which is not asked here. */
const ofThePace = /^Picket(?:SchedulerLate|RunsSkipped|EventLoopLag|ScrapeSlow) /;

/** Alerts that the receiver was told of after its first `from`, each name once. */
function told(status: Told['status'], from = 0): readonly string[] {
  const alerts = receiver.told.slice(from).filter((one) => one.path === '/told' && one.status === status);
  const names = new Set(alerts.map(({ labels }) => nameOf(labels)));
  return [...names].filter((name) => !ofThePace.test(name)).toSorted();
}

/** Alerts that Alertmanager has, but for the watchdog and those of the pace. */
async function firing(): Promise<readonly { readonly name: string; readonly isInhibited: boolean }[]> {
  const alerts = (await (await fetch(`${alertmanager.url}/api/v2/alerts`)).json()) as {
    labels: Told['labels'];
    status: { inhibitedBy: string[] };
  }[];
  return alerts
    .filter(({ labels }) => labels.alertname !== 'PicketWatchdog' && !ofThePace.test(nameOf(labels)))
    .map(({ labels, status }) => ({ name: nameOf(labels), isInhibited: status.inhibitedBy.length > 0 }));
}

/** Those of which it tells nobody because of another. */
const inhibited = async () =>
  (await firing())
    .filter(({ isInhibited }) => isInhibited)
    .map(({ name }) => name)
    .toSorted();

const expected = cases.flatMap((each) => Object.keys(each.told)).toSorted();

describe.skipIf(absent)('from a fault to a notice', () => {
  test('while all is well nobody is told of anything, but that somebody watches', async () => {
    await until(() => {
      expect(receiver.told.map(({ path }) => path)).toContain('/watchdog');
    });
    expect(told('firing')).toEqual([]);
  });

  test(`${cases.map(({ title }) => title).join(', ')}: each is told, and what they explain is not`, async () => {
    for (const { begin } of cases) await begin();
    await until(async () => {
      expect(told('firing')).toEqual(expected);
      expect(await inhibited()).toEqual(cases.flatMap((each) => each.inhibited).toSorted());
    });
    for (const { title, told: alerts } of cases) {
      for (const [name, labels] of Object.entries(alerts)) {
        const alert = receiver.told.find((each) => nameOf(each.labels) === name);
        expect(alert?.labels, title).toMatchObject(labels);
        expect(Object.keys(alert?.annotations ?? {}).toSorted(), title).toEqual([
          'dashboard_url',
          'description',
          'runbook_url',
          'summary',
        ]);
      }
    }
  });

  test('what is mended is told to be over', async () => {
    for (const { end } of cases) await end();
    await until(async () => {
      expect(told('resolved')).toEqual(expect.arrayContaining(expected));
      expect(await firing()).toEqual([]);
    });
    // What was inhibited may outlast the one above it by a moment, and be told then; it is told to be over, too.
    await until(() => expect(told('resolved')).toEqual(expect.arrayContaining([...told('firing')])));
    expect([...expected, ...cases.flatMap((each) => each.inhibited)]).toEqual(
      expect.arrayContaining([...told('firing')]),
    );
  });

  test('an agent that is cut off is told, and none of its deployments', async () => {
    const from = receiver.told.length;
    const [ofStorage, ofAgent] = [
      'PicketComponentOutage file-storage-0/Storage',
      'PicketEgressDown picket-cut-off',
    ];
    remote[0]?.setFaults('file-storage', [outage]);
    await until(() => expect(told('firing', from)).toEqual([ofStorage]));
    await place.cut(place.proxy === null ? (namespaceCuts[0] ?? '') : 'closed');
    await until(async () => {
      expect(told('firing', from)).toEqual([ofStorage, ofAgent]);
      // What fired before is nobody's word any more, and ends.
      expect((await firing()).map(({ name }) => name)).toEqual([ofAgent]);
      const states = await query(prometheus, 'picket_deployment_status_code{job="picket-cut-off"} == 2');
      expect(states).toHaveLength(2 * remote.length);
    });
    await place.restore();
    await until(() => expect(told('resolved', from)).toContain(ofAgent));
    // It is found again.
    await until(async () => {
      expect(
        await query(prometheus, 'ALERTS{alertname="PicketComponentOutage",alertstate="firing"}'),
      ).toHaveLength(1);
    });
    remote[0]?.setFaults('file-storage', []);
    await until(() => expect(told('resolved', from)).toEqual([ofStorage, ofAgent]));
    expect(told('firing', from)).toEqual([ofStorage, ofAgent]);
  });
});

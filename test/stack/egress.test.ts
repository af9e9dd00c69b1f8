// The real agent while its own network is cut: no target is blamed, probing goes on, and all is as before when it is back.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Command, picket } from '../cli/process.ts';
import { sendStatus, statusBody } from '../fixtures/target.ts';
import { canHaveNamespaces, namespaceCuts, openNamespace, openProxied, type Place } from './places.ts';

const guarded = Array.from({ length: 12 }, (_, index) => `d${index + 10}`);
const ways = [{ where: 'behind a proxy', open: openProxied, cuts: ['closed'], hasCanary: false }];
if (canHaveNamespaces()) {
  const own = { where: 'in a network namespace', open: async () => openNamespace() };
  ways.push({ ...own, cuts: namespaceCuts, hasCanary: false });
  ways.push({
    ...own,
    where: `${own.where}, with a canary`,
    cuts: namespaceCuts.slice(0, 1),
    hasCanary: true,
  });
}

interface Shown {
  readonly id: string;
  readonly status: string;
  readonly cause: string | null;
  readonly incident: unknown;
}

describe.each(ways)('$where', ({ open, cuts, hasCanary }) => {
  const folder = mkdtempSync(join(tmpdir(), 'picket-egress-'));
  let place: Place;
  let servers: Server[] = [];
  let agent: Command;
  let url: string;

  beforeAll(async () => {
    place = await open();
    const origins = await Promise.all(place.addresses.map(listen));
    const path = join(folder, 'picket.yaml');
    writeFileSync(path, JSON.stringify(configOf(origins)));
    agent = picket(['run', '--config', path], {}, place.within);
    const output = await agent.says(/"listening on [^"]+"/);
    url = /"listening on ([^"]+)"/.exec(output)?.[1] ?? '';
  });

  afterAll(async () => {
    agent.child.kill('SIGTERM');
    const code = await agent.ended;
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
    await place.close();
    rmSync(folder, { recursive: true });
    expect(code).toBe(0);
  });

  async function listen(address: string): Promise<string> {
    const server = createServer((_request, response) => {
      sendStatus(response, statusBody('v1'));
    });
    servers = [...servers, server];
    await new Promise<void>((resolve) => server.listen(0, address, resolve));
    return `http://${address}:${(server.address() as AddressInfo).port}`;
  }

  function configOf(origins: readonly string[]) {
    const watched = [...guarded, 'own'].map((id, index) => ({
      id,
      base_url: `${origins[index % origins.length]}/${id}`,
      version: 'v1',
      endpoints: ['status'],
      components: ['API', 'Storage'],
      ...(id === 'own' && { egress_guard: false }),
    }));
    const canaries = origins.slice(0, 2).map((origin) => new URL(origin).host);
    const confirm = { failures: 2, successes: 1, recheck_after: '300ms' };
    // Targets and proxy are in the test's own process: on a busy machine it may stand still for two seconds.
    const defaults = { interval: '3s', timeout: '2900ms', stale_after: 60, confirm };
    return {
      agent: { listen: place.listen, egress: { canaries: hasCanary ? canaries : [] } },
      store: { path: ':memory:' },
      defaults: { ...defaults, ...(place.proxy !== null && { proxy: place.proxy }) },
      deployments: watched,
    };
  }

  const json = async <Body>(at: string) => (await fetch(`${url}${at}`)).json() as Promise<Body>;
  const shown = async () => (await json<{ data: Shown[] }>('/api/v2/deployments')).data;
  const until = (look: () => Promise<void>) => vi.waitFor(look, { timeout: 30_000, interval: 100 });
  const untilAll = (status: string, ...ids: readonly string[]) =>
    until(async () => {
      const fleet = (await shown()).filter(({ id }) => ids.includes(id));
      expect(fleet.map((each) => [each.id, each.status])).toEqual(ids.map((id) => [id, status]));
    });

  /** Sum of the series of a name whose deployment is among these; of all where none are named. */
  async function value(name: string, ids: readonly string[] = []): Promise<number> {
    const lines = (await (await fetch(`${url}/metrics`)).text()).split('\n');
    const series = lines.filter(
      (line) => line.startsWith(`picket_${name} `) || line.startsWith(`picket_${name}{`),
    );
    const wanted = series.filter(
      (line) => ids.length === 0 || ids.some((id) => line.includes(`deployment="${id}"`)),
    );
    expect(wanted.length).toBeGreaterThan(0);
    return wanted.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  }

  test.each(cuts)('cut by %s', async (how) => {
    await untilAll('operational', ...guarded, 'own');
    expect(await value('agent_egress_ok')).toBe(1);
    const [runs, failures, discarded] = [
      await value('check_runs_total', guarded),
      await value('check_failures_total', guarded),
      await value('agent_egress_discarded_runs_total'),
    ];
    await place.cut(how);
    await untilAll('unknown', ...guarded);
    await untilAll('major_outage', 'own');
    expect(await value('agent_egress_ok')).toBe(0);
    const causes = (await shown()).filter(({ id }) => id !== 'own').map(({ cause }) => cause);
    expect(new Set(causes)).toEqual(new Set(["the agent's own network is cut"]));
    const self = await json<{ components: unknown[] }>('/self/api/v2/status');
    expect(self.components).toContainEqual({ name: 'Monitoring', status: 'partial_outage' });
    // Probing goes on.
    await until(async () => {
      expect(await value('agent_egress_discarded_runs_total')).toBeGreaterThan(
        discarded + 2 * guarded.length,
      );
    });
    expect((await shown()).filter(({ incident }) => incident !== null).map(({ id }) => id)).toEqual(['own']);
    expect(await value('check_failures_total', guarded)).toBe(failures);
    await place.restore();
    await untilAll('operational', ...guarded, 'own');
    await until(async () => expect(await value('agent_egress_ok')).toBe(1));
    expect(await value('check_failures_total', guarded)).toBe(failures);
    expect(await value('check_failures_total', ['own'])).toBeGreaterThan(0);
    expect(await value('check_runs_total', guarded)).toBeGreaterThan(runs);
  });

  test('no incident was ever opened but for what is not guarded, and each cut was told once', async () => {
    const { data } = await json<{ data: { title: string }[] }>('/api/v2/incidents');
    expect(data.map(({ title }) => title.split(':')[0])).toEqual(cuts.map(() => 'own'));
    const told = (event: string) => agent.output().split(`"event":"${event}"`).length - 1;
    expect([told('egress.cut'), told('egress.restored')]).toEqual([cuts.length, cuts.length]);
  });
});

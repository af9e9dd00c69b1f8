import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { Agent } from '../src/agent.ts';
import { estimateSeries } from '../src/cli/check.ts';
import { type Config, ConfigError } from '../src/config/config.ts';
import { parseConfig } from '../src/config/load.ts';
import { createLog } from '../src/log.ts';
import { openStream } from './fixtures/stream.ts';
import { sendRegions, sendStatus, startTarget, statusBody, type Target } from './fixtures/target.ts';

/** A target, what it was asked, and the agents that watch it: each test has its own, for they run beside each other. */
interface Scene {
  readonly target: Target;
  /** The word that Storage reports. */
  word: string;
  /** It answers once this has come. */
  ready: Promise<void>;
  readonly asked: string[];
  readonly lines: Record<string, unknown>[];
  /** Stopped at the end. */
  readonly agents: Set<Agent>;
  readonly folder: string;
}

const scened = test.extend<{ scene: Scene }>({
  scene: async ({ task: _ }, use) => {
    const asked: string[] = [];
    const target = await startTarget(async (request, response) => {
      asked.push(`${request.url} ${request.headers.authorization ?? ''}`.trim());
      await scene.ready;
      if (request.url?.endsWith('/regions')) return sendRegions(response);
      const components = [
        { name: 'API', status: 'operational' },
        { name: 'Storage', status: scene.word },
      ];
      sendStatus(response, statusBody('v2', { components }));
    });
    const folder = mkdtempSync(join(tmpdir(), 'picket-agent-'));
    const scene: Scene = {
      ...{ target, word: 'operational', ready: Promise.resolve() },
      ...{ asked, lines: [], agents: new Set(), folder },
    };
    await use(scene);
    await Promise.all([...scene.agents].map((agent) => agent.stop()));
    await target.close();
    rmSync(folder, { recursive: true, force: true });
  },
});

/** Not a template: the configuration's own syntax. */
const tokenReference = 'Bearer $' + '{env:TOKEN}';

interface Entry {
  readonly id: string;
  readonly [key: string]: unknown;
}

function configOf(
  { target }: Scene,
  entries: readonly Entry[],
  sections: Record<string, unknown> = {},
): Config {
  const deployments = entries.map((entry) => ({
    base_url: target.origin,
    version: 'v2',
    endpoints: ['status', 'regions'],
    components: ['API', 'Storage'],
    ...entry,
  }));
  const base = {
    agent: { listen: '127.0.0.1:0' },
    store: { path: ':memory:' },
    defaults: { interval: '1s', timeout: '900ms', confirm: { recheck_after: '100ms' } },
  };
  return parseConfig(JSON.stringify({ ...base, ...sections, deployments }), 'test.yaml', {
    TOKEN: 'very-secret-token',
  });
}

async function begin({ lines, agents }: Scene, config: Config): Promise<{ agent: Agent; url: string }> {
  const log = createLog('info', (line) => lines.push(JSON.parse(line)));
  const agent = new Agent({ config, log, version: '0.0.0-test' });
  const [url = ''] = await agent.start();
  agents.add(agent);
  return { agent, url };
}

async function end({ agents }: Scene, agent: Agent): Promise<void> {
  agents.delete(agent);
  await agent.stop();
}

const json = async (url: string) => (await fetch(url)).json() as Promise<Record<string, never>>;
const text = async (url: string) => (await fetch(url)).text();
const until = <Value>(look: () => Value | Promise<Value>) =>
  vi.waitFor(look, { timeout: 15_000, interval: 100 });
const statusOf = async (url: string, id: string) => (await json(`${url}/api/v2/deployments/${id}`)).status;
const untilStatus = (url: string, id: string, status: string) =>
  until(async () => expect(await statusOf(url, id)).toBe(status));

/** The value of one series; undefined where it is absent. */
function series(exposition: string, start: string): number | undefined {
  const line = exposition.split('\n').find((candidate) => candidate.startsWith(`${start} `));
  return line === undefined ? undefined : Number(line.slice(start.length + 1));
}

// By itself: who starts slowly, many beside each other, is ready before anybody has asked.
describe('start', () => {
  scened('is not ready before each status check has run, then says what it found', async ({ scene }) => {
    const config = configOf(scene, [{ id: 'a' }]);
    const { url } = await begin(scene, config);
    expect((await fetch(`${url}/-/healthy`)).status).toBe(200);
    expect((await fetch(`${url}/-/ready`)).status).toBe(503);
    await until(async () => expect((await fetch(`${url}/-/ready`)).status).toBe(200));
    await untilStatus(url, 'a', 'operational');
    const fleet = await json(`${url}/api/v2/status`);
    expect(fleet).toMatchObject({
      status: 'operational',
      version: 'v2',
      components: [{ name: 'a', status: 'operational' }],
    });
    const metrics = await text(`${url}/metrics`);
    const labels = '{deployment="a",check="status",vantage="local0"}';
    expect(series(metrics, `picket_check_up${labels}`)).toBe(1);
    const told = metrics.split('\n').filter((line) => line.includes('deployment="a"')).length;
    // What `picket check` foretells; the two regions are not known beforehand.
    expect(Math.abs(told - estimateSeries(config.deployments))).toBeLessThanOrEqual(5);
    expect(series(metrics, 'picket_deployment_status_code{deployment="a"}')).toBe(0);
    expect(series(metrics, 'picket_agent_clock_skew_seconds')).toBeUndefined();
    expect(scene.asked.slice(0, 2)).toEqual(['/api/v2/status', '/api/v2/regions']);
  });

  scened('an address in use is refused, and the store is free again', async ({ scene }) => {
    const port = new URL(scene.target.origin).port;
    const taken = configOf(scene, [{ id: 'a' }], {
      agent: { listen: `127.0.0.1:${port}` },
      store: { path: join(scene.folder, 'p.db') },
    });
    const agent = new Agent({ config: taken, log: createLog('silent'), version: '0' });
    await expect(agent.start()).rejects.toThrow('EADDRINUSE');
    await agent.stop();
    await begin(scene, configOf(scene, [{ id: 'a' }], { store: { path: join(scene.folder, 'p.db') } }));
  });
});

describe.concurrent('an outage', () => {
  scened('opens one incident, and its end resolves it; each transition is one line', async ({ scene }) => {
    const { url } = await begin(scene, configOf(scene, [{ id: 'a', name: 'Files EU' }]));
    await untilStatus(url, 'a', 'operational');
    scene.word = 'major_outage';
    await untilStatus(url, 'a', 'major_outage');
    const [open] = (await json(`${url}/api/v2/incidents`)).data as unknown as Record<string, string>[];
    expect(open).toMatchObject({
      title: 'Files EU: Storage reports major_outage',
      status: 'investigating',
      impact: 'critical',
    });
    scene.word = 'operational';
    await untilStatus(url, 'a', 'operational');
    const incidents = (await json(`${url}/api/v2/incidents`)).data as unknown as Record<string, string>[];
    expect(incidents).toHaveLength(1);
    expect(incidents[0]).toMatchObject({ id: open?.id, status: 'resolved' });
    expect(incidents[0]?.resolved_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    const events = scene.lines.map((line) => line.event);
    expect(events.filter((event) => event === 'incident_opened')).toHaveLength(1);
    expect(events.filter((event) => event === 'incident_resolved')).toHaveLength(1);
  });

  scened(
    'survives a restart: the deployment is unknown until probed, its incident stays the same one',
    async ({ scene }) => {
      const config = configOf(scene, [{ id: 'a' }], { store: { path: join(scene.folder, 'p.db') } });
      const first = await begin(scene, config);
      scene.word = 'partial_outage';
      await untilStatus(first.url, 'a', 'partial_outage');
      const before = (await json(`${first.url}/api/v2/incidents`)).data;
      await end(scene, first.agent);
      const second = await begin(scene, config);
      expect(await statusOf(second.url, 'a')).toBe('unknown');
      expect((await json(`${second.url}/api/v2/incidents`)).data).toEqual(before);
      await untilStatus(second.url, 'a', 'partial_outage');
      expect((await json(`${second.url}/api/v2/incidents`)).data).toEqual(before);
    },
  );
});

scened(
  'tells what changes as it is settled, a reload that changes the fleet, and its end',
  { concurrent: true },
  async ({ scene }) => {
    const { agent, url } = await begin(scene, configOf(scene, [{ id: 'a' }]));
    const { next } = await openStream(`${url}/api/v2/events?last_event_id=${Date.now() - 60_000}-0`);
    expect(await next()).toMatchObject({ event: 'hello', data: { version: '0.0.0-test', complete: false } });
    const untilTold = async (what: object) => {
      for (let told = await next(); told !== null; told = await next()) {
        if (expect.objectContaining(what).asymmetricMatch(told)) return told.data;
      }
      return null;
    };
    const data = expect.objectContaining({ kind: 'state_changed', deployment: 'a', to: 'operational' });
    expect(await untilTold({ event: 'change', data })).not.toBeNull();
    expect(await agent.reload(() => configOf(scene, [{ id: 'a' }]))).toBe(true);
    expect(await agent.reload(() => configOf(scene, [{ id: 'a' }, { id: 'b' }]))).toBe(true);
    expect(await untilTold({ event: 'fleet' })).toEqual({ at: expect.stringMatching(/Z$/) });
    const ended = untilTold({ event: 'fleet' });
    await end(scene, agent);
    // The first reload changed nothing.
    expect(await ended).toBeNull();
  },
);

describe.concurrent('reload', () => {
  scened(
    'leaves what did not change alone, and takes a removed target with all its series',
    async ({ scene }) => {
      const { agent, url } = await begin(scene, configOf(scene, [{ id: 'a' }, { id: 'b' }]));
      await untilStatus(url, 'a', 'operational');
      await untilStatus(url, 'b', 'operational');
      const runs = 'picket_check_runs_total{deployment="a",check="status",vantage="local0"}';
      const before = series(await text(`${url}/metrics`), runs) ?? 0;
      expect(await agent.reload(() => configOf(scene, [{ id: 'a' }, { id: 'c' }]))).toBe(true);
      expect(await statusOf(url, 'a')).toBe('operational');
      const metrics = await until(async () => {
        const scraped = await text(`${url}/metrics`);
        expect(scraped).not.toContain('deployment="b"');
        return scraped;
      });
      expect(series(metrics, runs)).toBeGreaterThanOrEqual(before);
      expect(series(metrics, 'picket_config_last_reload_successful')).toBe(1);
      expect((await fetch(`${url}/api/v2/deployments/b`)).status).toBe(404);
      await untilStatus(url, 'c', 'operational');
    },
  );

  scened('a removed target with an open incident does not leave it open', async ({ scene }) => {
    const { agent, url } = await begin(scene, configOf(scene, [{ id: 'a' }, { id: 'b' }]));
    scene.word = 'major_outage';
    await untilStatus(url, 'b', 'major_outage');
    await agent.reload(() => configOf(scene, []));
    await until(async () => {
      const incidents = (await json(`${url}/api/v2/incidents`)).data as unknown as { status: string }[];
      expect(incidents.map((incident) => incident.status)).toEqual(incidents.map(() => 'resolved'));
      expect(incidents.length).toBeGreaterThan(0);
    });
  });

  scened('a bad configuration changes nothing, and a metric says so', async ({ scene }) => {
    const { agent, url } = await begin(scene, configOf(scene, [{ id: 'a' }]));
    await untilStatus(url, 'a', 'operational');
    const bad = () => configOf(scene, [{ id: 'a', interval: 'soon' }]);
    expect(bad).toThrow(ConfigError);
    expect(await agent.reload(bad)).toBe(false);
    const metrics = await text(`${url}/metrics`);
    expect(series(metrics, 'picket_config_last_reload_successful')).toBe(0);
    expect(await statusOf(url, 'a')).toBe('operational');
    expect(scene.lines.some((line) => line.event === 'config.rejected')).toBe(true);
  });

  scened(
    'one at a time: of those asked for meanwhile the newest holds, and an error changes nothing of that',
    async ({ scene }) => {
      const { agent, url } = await begin(scene, configOf(scene, [{ id: 'a' }]));
      const underWay = { count: 0, most: 0 };
      const slowly = (ids: readonly string[]) => async () => {
        underWay.count += 1;
        underWay.most = Math.max(underWay.most, underWay.count);
        await new Promise((resolve) => setImmediate(resolve));
        underWay.count -= 1;
        return configOf(
          scene,
          ids.map((id) => ({ id })),
        );
      };
      const first = agent.reload(slowly(['b']));
      await new Promise((resolve) => setImmediate(resolve));
      expect(agent.reloading).toBe(true);
      const bad = agent.reload(() => configOf(scene, [{ id: 'a', interval: 'soon' }]));
      const last = agent.reload(slowly(['c']));
      expect(await Promise.all([first, bad, last])).toEqual([true, true, true]);
      expect(agent.reloading).toBe(false);
      expect(underWay.most).toBe(1);
      const { data } = await json(`${url}/api/v2/deployments`);
      expect((data as unknown as { id: string }[]).map(({ id }) => id)).toEqual(['c']);
      expect(scene.lines.filter(({ event }) => event === 'config.reloaded')).toHaveLength(2);
      expect(scene.lines.filter(({ event }) => event === 'config.rejected')).toEqual([]);
    },
  );

  scened('asked for before the start is over comes after it', async ({ scene }) => {
    const log = createLog('info', (line) => scene.lines.push(JSON.parse(line)));
    const many = Array.from({ length: 2_000 }, (_, index) => ({ id: `old${index}`, interval: '1h' }));
    const agent = new Agent({ config: configOf(scene, many), log, version: '0.0.0-test' });
    scene.agents.add(agent);
    const begun = agent.start();
    const next = configOf(scene, [{ id: 'a' }], { agent: { listen: '127.0.0.2:0' } });
    expect(await agent.reload(() => next)).toBe(true);
    const [url = ''] = await begun;
    expect(url).toContain('127.0.0.1:');
    const { data } = await json(`${url}/api/v2/deployments?limit=1000`);
    expect((data as unknown as { id: string }[]).map(({ id }) => id)).toEqual(['a']);
    expect(scene.lines.filter(({ event }) => event === 'config.restart_needed')).toHaveLength(1);
  });

  scened(
    'that is under way at the stop is let go without a word, whatever comes of it',
    async ({ scene }) => {
      const { agent } = await begin(scene, configOf(scene, [{ id: 'a' }]));
      const held = Promise.withResolvers<Config>();
      const reload = agent.reload(() => held.promise);
      const waiting = agent.reload(() => Promise.reject(new Error('never asked')));
      await end(scene, agent);
      held.resolve(configOf(scene, [{ id: 'b' }]));
      expect(await Promise.all([reload, waiting])).toEqual([false, false]);
      expect(scene.lines.filter(({ event }) => String(event).startsWith('config.re'))).toEqual([]);
    },
  );

  scened('a changed secret is a change, though it prints the same', async ({ scene }) => {
    const headers = { Authorization: tokenReference };
    const { agent, url } = await begin(scene, configOf(scene, [{ id: 'a', headers }]));
    await untilStatus(url, 'a', 'operational');
    expect(scene.asked.at(-1)).toContain('Bearer very-secret-token');
    const next = { Authorization: 'Bearer another-secret' };
    await agent.reload(() => configOf(scene, [{ id: 'a', headers: next }]));
    await until(() => expect(scene.asked.at(-1)).toContain('Bearer another-secret'));
  });
});

// By itself, too: an agent that was late is not well for a minute.
describe('itself', () => {
  scened(
    'probed by another agent, the fleet and the agent say nothing that breaks the contract',
    async ({ scene }) => {
      // Seldom: whoever stands still for longer than that is late.
      const watched = await begin(scene, configOf(scene, [{ id: 'a', interval: '5s' }]));
      await untilStatus(watched.url, 'a', 'operational');
      const endpoints = ['status', 'regions', 'incidents'];
      const watcher = await begin(
        scene,
        configOf(
          scene,
          [
            { id: 'fleet', base_url: `${watched.url}/`, endpoints, components: ['a'] },
            { id: 'self', base_url: `${watched.url}/self`, endpoints, components: [], kind: 'monitoring' },
          ].map(({ components, ...entry }) =>
            entry.id === 'fleet' ? { ...entry, components } : only(entry),
          ),
        ),
      );
      await untilStatus(watcher.url, 'fleet', 'operational');
      await untilStatus(watcher.url, 'self', 'operational');
      for (const id of ['fleet', 'self']) {
        const shown = await json(`${watcher.url}/api/v2/deployments/${id}?expand=findings`);
        expect(shown.findings).toEqual([]);
      }
    },
  );
});

/** An entry that leaves version, endpoints and components to its kind. */
function only({ id, base_url, kind }: { id: string; base_url?: string; kind?: string }): Entry {
  return { id, base_url, kind, version: undefined, endpoints: undefined, components: undefined };
}

describe.concurrent('secrets', () => {
  scened('are nowhere to be read, even when the target sends them back', async ({ scene }) => {
    const echo = await startTarget((request, response) => {
      const components = [
        { name: `API ${request.headers.authorization}`, status: `${request.headers.authorization}` },
      ];
      sendStatus(response, statusBody('v2', { components }));
    });
    const entry = { id: 'a', base_url: echo.origin, endpoints: ['status'], components: ['API'] };
    const { url } = await begin(
      scene,
      configOf(scene, [{ ...entry, headers: { Authorization: tokenReference } }]),
    );
    await untilStatus(url, 'a', 'unknown');
    await until(async () => expect((await fetch(`${url}/-/ready`)).status).toBe(200));
    const paths = ['/', '/metrics', '/api/v2/deployments?expand=findings', '/api/v2/incidents'];
    const probes = ['/probe?deployment=a&debug=true', '/probe?deployment=a'];
    const answers = await Promise.all([...paths, ...probes].map((path) => text(`${url}${path}`)));
    await echo.close();
    expect(answers.join('\n')).toContain('[redacted]');
    expect(answers.join('\n') + JSON.stringify(scene.lines)).not.toContain('very-secret-token');
  });
});

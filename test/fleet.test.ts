// What is watched: taken up, probed, re-checked, let go; with a scripted prober and the clock in hand.

import { setImmediate as nextPass } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Fleet } from '../src/fleet.ts';
import { createLog } from '../src/log.ts';
import type { Change } from '../src/model/belief.ts';
import type { Deployment } from '../src/model/deployment.ts';
import { resolutions } from '../src/model/history.ts';
import type { Observation } from '../src/model/round.ts';
import { secret } from '../src/model/secret.ts';
import type { Prober } from '../src/probe/prober.ts';
import { createMetrics, type Metrics } from '../src/publish/metrics.ts';
import type { Store } from '../src/store/store.ts';
import { textOf } from './fixtures/exposition.ts';
import { aPage } from './fixtures/list.ts';
import { aCheck, aConnection, aDeployment, anObservation } from './fixtures/model.ts';
import { answer } from './fixtures/observation.ts';
import { type Script, type ScriptedProber, scriptedProber, wellAnswer } from './fixtures/prober.ts';
import { aSnapshot } from './fixtures/snapshot.ts';
import { memoryStore } from './fixtures/store.ts';

const startMs = Date.UTC(2026, 0, 1);
let store: Store;
let metrics: Metrics;
let failures: string[];
let told: Change[];
let lines: Record<string, unknown>[];
let fleets: Fleet[];

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    now: startMs,
  });
  failures = [];
  told = [];
  lines = [];
  fleets = [];
  store = memoryStore(startMs, (error) => failures.push(String(error)));
  metrics = createMetrics({ version: 'test', stateSet: false });
});

afterEach(async () => {
  await Promise.all(fleets.map((fleet) => fleet.stop()));
  vi.useRealTimers();
});

function begin(
  script: Script,
  deployments: readonly Deployment[],
  canaries: readonly string[] = [],
  reach?: Prober['reach'],
): { fleet: Fleet; prober: ScriptedProber } {
  const prober = scriptedProber(script, reach);
  const fleet = new Fleet('local0', {
    prober,
    limit: (task) => task(),
    now: Date.now,
    store,
    metrics,
    tell: (changes) => told.push(...changes),
    log: createLog('info', (line) => lines.push(JSON.parse(line))),
    failed: (stage, error) => failures.push(`${stage}: ${error instanceof Error ? error.message : error}`),
    egress: { canaries, share: 0.5 },
  });
  fleets.push(fleet);
  fleet.forgetOthers(deployments);
  fleet.watch(deployments);
  fleet.start();
  return { fleet, prober };
}

const every5s = (id: string, over: Partial<Deployment> = {}) =>
  aDeployment({
    id,
    name: id.toUpperCase(),
    checks: [aCheck('status', { intervalMs: 5_000, timeoutMs: 2_000, staleAfterMs: 15_000 })],
    confirm: { failures: 2, successes: 2, recheckAfterMs: 1_000 },
    ...over,
  });
const well: Script = () => wellAnswer(Date.now());
const refused: Script = () =>
  anObservation(Date.now(), {
    status: null,
    body: null,
    failure: { kind: 'connect', phase: 'connect', code: 'ECONNREFUSED', message: 'refused' },
  });
/** A round is judged in a later pass of the loop than its answers came in. */
async function advance(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 250) {
    await vi.advanceTimersByTimeAsync(Math.min(left, 250));
    await nextPass();
  }
}
const rounds = (prober: ScriptedProber) => prober.told.filter((what) => what.includes('round'));

describe('probing', () => {
  test('settles each round: believed, counted, told', async () => {
    const { fleet } = begin(well, [every5s('a')]);
    expect(fleet.settled).toBe(false);
    await advance(10_000);
    expect(fleet.settled).toBe(true);
    expect(store.get('a')?.status).toBe('operational');
    expect(lines.filter((line) => line.event === 'state_changed').map((line) => line.msg)).toEqual([
      'A: operational',
    ]);
    expect(failures).toEqual([]);
  });

  test('a failing run is repeated once, after recheck_after, on a fresh connection', async () => {
    const { prober } = begin(refused, [every5s('a')]);
    await advance(12_000);
    const told = rounds(prober);
    expect(told.slice(0, 4)).toEqual(['a round', 'a round fresh', 'a round', 'a round fresh']);
    expect(store.get('a')?.status).toBe('major_outage');
    expect(lines.filter((line) => line.event === 'incident_opened')).toHaveLength(1);
  });

  test('a re-check counts neither in runs nor in history', async () => {
    begin(refused, [every5s('a')]);
    await advance(12_000);
    const slots = store
      .history('a', startMs, resolutions['5m'].lengthMs)
      .reduce((sum, rollup) => sum + rollup.runs, 0);
    expect(slots).toBeGreaterThanOrEqual(2);
    expect(slots).toBeLessThanOrEqual(3);
  });

  test('without an answer for stale_after it is unknown, though nobody asked', async () => {
    let answer: Script = well;
    begin((check, deployment) => answer(check, deployment), [every5s('a')]);
    await advance(10_000);
    expect(store.get('a')?.status).toBe('operational');
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    answer = async () => {
      await held;
      return wellAnswer(Date.now());
    };
    await advance(25_000);
    expect(store.get('a')?.status).toBe('unknown');
    expect(told.at(-1)).toMatchObject({ kind: 'state_changed', deployment: 'a', to: 'unknown' });
    release();
  });
});

describe('readers are told', () => {
  const kinds = () => told.map(({ kind, deployment, to }) => `${deployment} ${kind} ${to}`);

  test('what each round changes, as the log is', async () => {
    begin(refused, [every5s('a')]);
    await advance(12_000);
    expect(kinds()).toEqual([
      'a check_changed null',
      'a state_changed major_outage',
      'a incident_opened major_outage',
    ]);
    expect(lines.map(({ event }) => event)).toEqual(told.map(({ kind }) => kind));
  });

  test('that an incident is over when its deployment is removed', async () => {
    const { fleet } = begin(refused, [every5s('a')]);
    await advance(12_000);
    told = [];
    await fleet.watch([]);
    expect(kinds()).toEqual(['a incident_resolved major_outage']);
  });
});

describe('an incident', () => {
  const token = 'hunter2-"token"';
  const guarded = every5s('a', {
    connection: aConnection({ headers: { authorization: secret(`Bearer ${token}`) } }),
    secrets: [secret(token)],
  });
  /** A target that sends back what it was sent. */
  const echoing = (storage: string, over: Partial<Observation> = {}) => {
    const well = wellAnswer(Date.now(), { storage });
    const body = well.body?.replace('"Frankfurt"', JSON.stringify(`Frankfurt ${token}`)) ?? '';
    const headers = { ...well.headers, 'x-echo': encodeURIComponent(token), 'set-cookie': 'sid=4711' };
    return { ...well, body, headers, ...over };
  };

  test.each<[string, Script, unknown]>([
    [
      'told in a word',
      () => echoing('major_outage'),
      {
        failing: { status: 200, reason: null, body: expect.stringContaining('major_outage') },
        difference: [{ path: 'components[1].status', good: '"operational"', failing: '"major_outage"' }],
      },
    ],
    [
      'of 500',
      () => echoing('operational', { status: 500, body: `<h1>${token} ${btoa(token)}</h1>` }),
      {
        failing: { status: 500, reason: 'http_status', body: '<h1>[redacted] [redacted]</h1>' },
        difference: [],
      },
    ],
  ])(
    '%s leaves the failing and the last good answer as evidence, without what we were told',
    async (_what, failing, shown) => {
      let answer: Script = () => echoing('operational');
      begin((check, deployment) => answer(check, deployment), [guarded]);
      await advance(10_000);
      answer = failing;
      await advance(12_000);
      const id = store.get('a')?.incident?.id ?? '';
      expect(store.evidence(id)).toMatchObject([
        {
          transition: 'incident_opened',
          check: 'status',
          good: {
            status: 200,
            body: expect.stringContaining('"Frankfurt [redacted]"'),
            headers: { 'x-echo': '[redacted]', 'set-cookie': '[redacted]' },
          },
          ...(shown as object),
        },
      ]);
      expect(JSON.stringify([store.evidence(id), told])).not.toMatch(/hunter2|aHVudGVy|4711/);
      answer = () => echoing('operational');
      await advance(15_000);
      expect(store.incident(id)?.status).toBe('resolved');
      expect(store.evidence(id).map(({ transition }) => transition)).toEqual([
        'incident_opened',
        'incident_resolved',
      ]);
    },
  );

  test('of a deployment that was changed has no good answer of what it was before', async () => {
    let answer: Script = well;
    const { fleet } = begin((check, deployment) => answer(check, deployment), [every5s('a')]);
    await advance(10_000);
    answer = refused;
    await fleet.watch([every5s('a', { version: 'v2' })]);
    await advance(12_000);
    const id = store.get('a')?.incident?.id ?? '';
    expect(store.evidence(id)).toMatchObject([{ good: null, failing: { reason: 'connect' } }]);
  });
});

test('a status that claims to be well is contradicted by a check asked half as often, others being well', async () => {
  const now = () => ({ startedMs: Date.now(), endedMs: Date.now() });
  let media: Script = () => answer('media', '', {}, { ...now(), status: 500 });
  const script: Script = (check, deployment) => {
    if (check.endpoint === 'status') return wellAnswer(Date.now());
    return check.endpoint === 'media' ? media(check, deployment) : answer('files', aPage(['a']), {}, now());
  };
  const checks = [5_000, 5_000, 10_000].map((intervalMs, index) =>
    aCheck((['status', 'files', 'media'] as const)[index] ?? 'status', {
      ...{ intervalMs, timeoutMs: 2_000, staleAfterMs: 3 * intervalMs },
    }),
  );
  begin(script, [every5s('a', { checks })]);
  const told = () =>
    lines.filter(({ event }) => String(event).startsWith('contradiction')).map(({ event }) => event);
  await advance(45_000);
  expect(store.get('a')?.contradictions).toMatchObject([
    { finding: { observed: 'operational; media: http_status 500' } },
  ]);
  expect(told()).toEqual(['contradiction_confirmed']);
  media = () => answer('media', '{"object":"list","data":[]}', {}, now());
  await advance(20_000);
  expect(store.get('a')?.contradictions).toEqual([]);
  expect(told()).toEqual(['contradiction_confirmed', 'contradiction_ended']);
});

test('a contradiction by a check that is asked seldom is confirmed by its re-check, and no run is counted for it', async () => {
  const now = () => ({ startedMs: Date.now(), endedMs: Date.now() });
  const script: Script = ({ endpoint }) =>
    endpoint === 'status' ? wellAnswer(Date.now()) : answer('files', '', {}, { ...now(), status: 500 });
  const checks = [aCheck('status', { intervalMs: 1_000, timeoutMs: 900, staleAfterMs: 5_000 })];
  checks.push(aCheck('files', { intervalMs: 6_000, timeoutMs: 2_000, staleAfterMs: 18_000 }));
  const { fleet, prober } = begin(script, [every5s('a', { checks })]);
  const asked = (check: string) => prober.told.filter((what) => what === `a ${check}`).length;
  while (asked('files') === 0) await advance(1);
  const runs = () =>
    store.history('a', startMs, resolutions['5m'].lengthMs).reduce((sum, rollup) => sum + rollup.runs, 0);
  const [rounds, before] = [asked('status'), runs()];
  await advance(1_001);
  expect(asked('files')).toBe(2);
  expect(fleet.nextRuns('a').files).toBeGreaterThan(Date.now());
  expect(lines.filter(({ event }) => event === 'contradiction_confirmed')).toHaveLength(1);
  // One slot of status, and the re-check of both.
  expect([asked('status') - rounds, runs() - before]).toEqual([2, 1]);
});

describe('when we fail', () => {
  test('it is counted as ours, shows in our health, and is no outage of the target', async () => {
    const { fleet } = begin(() => Promise.reject(new Error('EMFILE')), [every5s('a')]);
    expect(fleet.health().troubledMs).toBe(Number.NEGATIVE_INFINITY);
    await advance(12_000);
    expect(failures).toContain('round: EMFILE');
    expect(store.get('a')?.incident).toBeNull();
    expect(Date.now() - fleet.health().troubledMs).toBeLessThan(10_000);
  });
});

describe('when our own network is cut', () => {
  /** Twelve on as many networks; all but the last are guarded. */
  const twelve = Array.from({ length: 12 }, (_, index) =>
    every5s(`d${index}`, {
      connection: aConnection({ origin: `http://192.0.${index}.1` }),
      egressGuard: index < 11,
    }),
  );
  const guarded = twelve.slice(0, 11).map(({ id }) => id);
  const healthy: Script = () => ({ ...wellAnswer(Date.now()), remoteAddress: null });
  const cut: Script = () =>
    anObservation(Date.now(), {
      status: null,
      body: null,
      failure: { kind: 'connect', phase: 'connect', code: 'ENETUNREACH', message: 'no route' },
      remoteAddress: null,
    });
  /** What all of them meet, but those that meet something of their own. */
  let met: Script;
  const beginWith = (own: Record<string, Script> = {}, deployments: readonly Deployment[] = twelve) => {
    met = healthy;
    return begin((check, deployment) => (own[deployment.id] ?? met)(check, deployment), deployments);
  };
  const runs = (id: string) =>
    store.history(id, startMs, resolutions['5m'].lengthMs).reduce((sum, rollup) => sum + rollup.runs, 0);
  const statuses = () => guarded.map((id) => store.get(id)?.status);
  const all = <Value>(value: Value) => guarded.map(() => value);
  async function scraped(name: string): Promise<number> {
    const text = await textOf(metrics.render(aSnapshot({ deployments: [] }), 'text'));
    return Number(new RegExp(`^picket_agent_egress_${name} (\\d+)$`, 'm').exec(text)?.[1]);
  }

  test('states are unknown, nothing counts and no incident opens, while probing goes on; then all is as before', async () => {
    const { fleet, prober } = beginWith();
    await advance(12_000);
    expect(statuses()).toEqual(all('operational'));
    met = cut;
    const [counted, asked] = [guarded.map(runs), rounds(prober).length];
    await advance(20_000);
    expect(statuses()).toEqual(all('unknown'));
    expect(guarded.map((id) => store.get(id)?.cause)).toEqual(all("the agent's own network is cut"));
    expect(guarded.map(runs)).toEqual(counted);
    expect(rounds(prober).length - asked).toBeGreaterThan(40);
    // What is not guarded.
    expect(store.incidents(20).map(({ deployment }) => deployment)).toEqual(['d11']);
    expect(lines.filter(({ event }) => event === 'egress.cut')).toHaveLength(1);
    expect([await scraped('ok'), fleet.health().cut]).toEqual([0, true]);
    expect(await scraped('discarded_runs_total')).toBeGreaterThan(40);
    met = healthy;
    await advance(12_000);
    expect(statuses()).toEqual(all('operational'));
    expect([await scraped('ok'), fleet.health().cut]).toEqual([1, false]);
    expect(lines.filter(({ event }) => event === 'egress.restored')).toHaveLength(1);
    expect(guarded.flatMap((id) => store.get(id)?.checks.status?.up.recent)).not.toContain(1);
    expect(failures).toEqual([]);
  });

  test('from the start on, what is discarded is a run as far as being ready goes', async () => {
    const { fleet } = beginWith();
    met = cut;
    await advance(12_000);
    expect(fleet.settled).toBe(true);
    expect(statuses()).toEqual(all('unknown'));
    expect(guarded.map(runs)).toEqual(all(0));
  });

  test('that is told once, of what goes stale meanwhile too', async () => {
    beginWith();
    await advance(12_000);
    met = cut;
    await advance(40_000);
    const told = lines.filter(({ event, deployment }) => event === 'state_changed' && deployment === 'd0');
    expect(told.map(({ to }) => to)).toEqual(['operational', 'unknown']);
    expect(store.get('d0')?.cause).toBe("the agent's own network is cut");
  });

  test('an incident that was open stays as it was, and goes on afterwards', async () => {
    let down: Script = refused;
    beginWith({ d0: (check, deployment) => down(check, deployment) });
    await advance(15_000);
    const incident = store.get('d0')?.incident;
    expect(incident?.status).toBe('investigating');
    [met, down] = [cut, cut];
    await advance(20_000);
    expect(store.get('d0')).toMatchObject({ status: 'unknown', incident });
    [met, down] = [healthy, refused];
    await advance(10_000);
    expect(store.get('d0')).toMatchObject({ status: 'major_outage', incident });
  });

  test('what is asked seldom is known again soon afterwards', async () => {
    const checks = [aCheck('status', { intervalMs: 5_000, timeoutMs: 2_000, staleAfterMs: 15_000 })];
    checks.push(aCheck('files', { intervalMs: 300_000, timeoutMs: 2_000, staleAfterMs: 900_000 }));
    const both = twelve.map((deployment) =>
      deployment.id === 'd0' ? { ...deployment, checks } : deployment,
    );
    const listed: Script = () =>
      answer('files', aPage(['a']), {}, { startedMs: Date.now(), endedMs: Date.now(), remoteAddress: null });
    const ofBoth: Script = (check, deployment) =>
      (met === cut ? cut : check.endpoint === 'files' ? listed : healthy)(check, deployment);
    beginWith({ d0: ofBoth }, both);
    await advance(12_000);
    expect(store.get('d0')?.status).toBe('operational');
    met = cut;
    await advance(20_000);
    expect(store.get('d0')?.checks.files).toMatchObject({ fresh: false, cut: true });
    met = healthy;
    await advance(12_000);
    expect(store.get('d0')).toMatchObject({ status: 'operational', checks: { files: { fresh: true } } });
  });

  test('so is what has no other check, and no slot for long', async () => {
    const checks = [aCheck('status', { intervalMs: 3_600_000, timeoutMs: 2_000, staleAfterMs: 10_800_000 })];
    let isThere = false;
    const script: Script = (check, deployment) => (isThere ? healthy : cut)(check, deployment);
    const hourly = twelve.slice(0, 1).map((deployment) => ({ ...deployment, checks }));
    begin(script, hourly, ['canary.test:443'], () => Promise.resolve(isThere));
    await advance(12_000);
    expect(store.get('d0')?.cause).toBe("the agent's own network is cut");
    isThere = true;
    await advance(10_000);
    expect(store.get('d0')).toMatchObject({ status: 'operational', checks: { status: { fresh: true } } });
  });

  test('canaries tell it of a single deployment, and are given up at the stop', async () => {
    const signals: AbortSignal[] = [];
    let silent = false;
    const reach: Prober['reach'] = (_address, _timeoutMs, signal) => {
      signals.push(signal);
      return silent ? new Promise(() => undefined) : Promise.resolve(false);
    };
    const { fleet } = begin(cut, twelve.slice(0, 1), ['canary.test:443'], reach);
    await advance(7_000);
    expect(store.get('d0')).toMatchObject({ status: 'unknown', cause: "the agent's own network is cut" });
    silent = true;
    await advance(2_000);
    expect(signals.at(-1)?.aborted).toBe(false);
    await fleet.stop();
    expect(signals.at(-1)?.aborted).toBe(true);
  });

  test('one that is down among others that are well is told as ever', async () => {
    const { fleet } = beginWith({ d0: cut });
    await advance(22_000);
    expect(store.get('d0')?.status).toBe('major_outage');
    expect(store.incidents(20).map(({ deployment }) => deployment)).toEqual(['d0']);
    expect(fleet.health().cut).toBe(false);
  });

  test.each([
    ['is let go is let go, too', (fleet: Fleet) => fleet.watch(twelve.slice(1)), 0],
    ['stays is settled', () => Promise.resolve(null), 1],
  ])('what waits of one that %s', async (_what, change, settled) => {
    const { fleet, prober } = beginWith({ d0: cut });
    while (!prober.told.includes('d0 end')) await advance(50);
    await change(fleet);
    await advance(4_000);
    expect(runs('d0')).toBe(settled);
    expect(failures).toEqual([]);
  });
});

describe('another fleet', () => {
  test('drops what is gone, with its connection, and begins what is new; the rest is not touched', async () => {
    const a = every5s('a');
    const { fleet, prober } = begin(well, [a, every5s('b')]);
    await advance(10_000);
    const next = fleet.nextRuns('a').status;
    const revision = fleet.revision;
    // Equal by value is not changed: the same object goes on being watched.
    expect(await fleet.watch([every5s('c'), { ...a }])).toEqual({ added: 1, changed: 0, removed: 1 });
    expect([...fleet.deployments()].map(({ id }) => id)).toEqual(['c', 'a']);
    expect([...fleet.deployments()][1]).toBe(a);
    expect(fleet.nextRuns('a').status).toBe(next);
    expect(fleet.revision).not.toBe(revision);
    expect(prober.told).toContain('b forget');
    expect(prober.told).not.toContain('a forget');
    expect(store.get('b')).toBeNull();
    // A reload does not make a running agent not ready.
    expect(fleet.settled).toBe(true);
  });

  test('of many is taken up in parts: others have their turn, and what does not change keeps its slot and state', async () => {
    const many = Array.from({ length: 200 }, (_, index) => every5s(`d${index}`));
    const { fleet, prober } = begin(well, many.slice(0, 2));
    await advance(10_000);
    const before = many.slice(0, 2).map(({ id }) => [fleet.nextRuns(id).status, store.get(id)]);
    const watching = fleet.watch(many);
    const begun = [...fleet.deployments()].length;
    expect(begun).toBeLessThan(200);
    expect(await watching).toEqual({ added: 198, changed: 0, removed: 0 });
    expect([...fleet.deployments()].map(({ id }) => id)).toEqual(many.map(({ id }) => id));
    expect(many.slice(0, 2).map(({ id }) => [fleet.nextRuns(id).status, store.get(id)])).toEqual(before);
    expect(prober.told.filter((what) => what.endsWith('forget'))).toEqual([]);
  });

  test('is left where it is when the fleet is stopped, and not begun after that', async () => {
    const { fleet } = begin(well, []);
    const watching = fleet.watch(Array.from({ length: 200 }, (_, index) => every5s(`d${index}`)));
    const stopped = fleet.stop();
    const begun = [...fleet.deployments()].length;
    expect(await watching).toBeNull();
    await stopped;
    expect([...fleet.deployments()]).toHaveLength(begun);
    expect(await fleet.watch([every5s('late')])).toBeNull();
    expect(store.get('late')).toBeNull();
  });

  test('an answer for a deployment that changed meanwhile is let go', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { fleet, prober } = begin(async () => {
      await held;
      return wellAnswer(Date.now());
    }, [every5s('a')]);
    await advance(5_000);
    await fleet.watch([every5s('a', { version: 'v2' })]);
    const forgotten = prober.told.filter((what) => what === 'a forget').length;
    release();
    await advance(1);
    expect(store.get('a')?.status).toBe('unknown');
    expect(prober.told.filter((what) => what === 'a forget').length).toBe(forgotten + 1);
  });

  test('what the store remembers of others is let go at the start, its incident resolved', async () => {
    begin(refused, [every5s('a')]);
    await advance(12_000);
    expect(store.get('a')?.incident?.status).toBe('investigating');
    await fleets.pop()?.stop();
    begin(well, [every5s('b')]);
    expect(store.get('a')).toBeNull();
    expect(store.incidents(10).map((incident) => incident.status)).toEqual(['resolved']);
  });
});

describe('a walk beside the rounds', () => {
  /** Lists without end, the second page held until it is let go. */
  function beginWalking() {
    const held = Promise.withResolvers<void>();
    const pages: string[] = [];
    const script: Script = async (check) => {
      if (check.endpoint === 'status') return wellAnswer(Date.now());
      pages.push(check.target);
      if (pages.length === 3) await held.promise;
      return answer('files', aPage([`${pages.length}`], `after${pages.length}`));
    };
    const lister = every5s('a', {
      checks: ['status' as const, 'files' as const].map((endpoint) =>
        aCheck(endpoint, { intervalMs: 5_000, timeoutMs: 2_000, staleAfterMs: 15_000 }),
      ),
      pagination: { cursorField: 'next_cursor', maxPages: 100, everyMs: 3_600_000 },
    });
    return { ...begin(script, [lister]), pages, held, lister };
  }

  test('holds up no round, and is no run', async () => {
    const { prober, pages } = beginWalking();
    await advance(20_000);
    const slots = rounds(prober).filter((what) => what === 'a round').length;
    expect(slots).toBeGreaterThanOrEqual(3);
    // Each slot asks the first page; the walk has asked that too, and waits for its second.
    expect(pages).toHaveLength(slots + 2);
    const runs = store
      .history('a', startMs, resolutions['5m'].lengthMs)
      .reduce((sum, rollup) => sum + rollup.runs, 0);
    expect(runs).toBe(slots * 2);
  });

  test.each([
    ['stopped', (fleet: Fleet) => fleet.stop()],
    ['reloaded', (fleet: Fleet) => fleet.watch([every5s('a', { version: 'v2' })])],
    ['rid of it', (fleet: Fleet) => fleet.watch([])],
  ])('ends before its next page once the fleet is %s, and is not taken in', async (_what, change) => {
    const { fleet, pages, held } = beginWalking();
    await advance(6_000);
    await change(fleet);
    const asked = pages.length;
    held.resolve();
    await advance(1);
    expect(pages).toHaveLength(asked);
    expect(store.get('a')?.checks.files?.walk ?? null).toBeNull();
    expect(failures).toEqual([]);
  });

  test('is taken in once it is over', async () => {
    const { held } = beginWalking();
    await advance(6_000);
    held.resolve();
    await advance(1);
    expect(store.get('a')?.checks.files?.walk).toMatchObject({ pages: 100, end: 'max_pages' });
  });
});

test('after the stop nothing is asked and nothing is taken in', async () => {
  const { fleet, prober } = begin(well, [every5s('a')]);
  await advance(7_000);
  await fleet.stop();
  const asked = prober.told.length;
  await advance(20_000);
  expect(prober.told.length).toBe(asked);
});

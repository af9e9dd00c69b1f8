// The egress guard: which rounds are settled at once, which wait and for what, and which count nowhere.
import { setImmediate as nextPass } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { createEgress } from '../src/egress.ts';
import { createLog } from '../src/log.ts';
import type { Deployment } from '../src/model/deployment.ts';
import type { CheckResult } from '../src/model/round.ts';
import { secret } from '../src/model/secret.ts';
import { aBrokenRun, aConnection, aDeployment, aFinding, aResult, aRun } from './fixtures/model.ts';
import { scriptedProber } from './fixtures/prober.ts';

const startMs = Date.UTC(2026, 0, 1);
let nowMs: number;
/** `d0 settled 2 1`: how many of its runs, and how many of them failed. */
let told: string[];
let metrics: boolean[];
/** When all of which a round was discarded was to be asked again. */
let askedAgain: number[];
let lines: { event?: string; msg?: string }[];

beforeEach(() => {
  nowMs = startMs;
  [told, metrics, askedAgain, lines] = [[], [], [], []];
});

interface Options {
  readonly count?: number;
  readonly networks?: number;
  readonly canaries?: readonly string[];
  /** The first so many are. */
  readonly guarded?: number;
}

function begin({ count = 12, networks = count, canaries = [], guarded = count }: Options = {}) {
  const outcome =
    (what: string) =>
    (deployment: Deployment, { checks }: { checks: readonly CheckResult[] }) => {
      const failed = checks.filter(({ reason }) => reason !== null).length;
      told.push(`${deployment.id} ${what} ${checks.length} ${failed}`);
    };
  let isThere = true;
  const asked: number[] = [];
  const reach = () => {
    asked.push(nowMs);
    return Promise.resolve(isThere);
  };
  const means = {
    prober: scriptedProber(() => expect.unreachable(), reach),
    now: () => nowMs,
    metrics: { egress: (ok: boolean) => void metrics.push(ok) },
    log: createLog('info', (line) => lines.push(JSON.parse(line))),
    failed: (_stage: string, error: unknown) => expect.unreachable(String(error)),
    egress: { canaries, share: 0.5 },
  };
  const askAgain = async () => {
    askedAgain.push(nowMs);
  };
  const guard = createEgress(means, {
    settle: outcome('settled'),
    discard: outcome('discarded'),
    askAgain,
  });
  const deployments = Array.from({ length: count }, (_, index) =>
    aDeployment({
      id: `d${index}`,
      connection: aConnection({ origin: `http://192.0.${index % networks}.${index}` }),
      egressGuard: index < guarded,
    }),
  );
  for (const deployment of deployments) guard.watch(deployment);
  const of = (index: number) => deployments[index] ?? expect.unreachable(`${index}`);
  const take = (runs: (atMs: number) => CheckResult[], ...indexes: readonly number[]) => {
    for (const index of indexes) guard.take(of(index), aResult(nowMs - 20, runs(nowMs)));
  };
  return {
    guard,
    of,
    take,
    asked,
    answers: (...indexes: readonly number[]) => take(well, ...indexes),
    fails: (...indexes: readonly number[]) => take(cut, ...indexes),
    setCanary: (there: boolean) => {
      isThere = there;
    },
    /** Seconds pass, with their ticks and whatever these set going. */
    async pass(seconds: number) {
      for (let second = 0; second < seconds; second += 1) {
        nowMs += 1_000;
        guard.tick(nowMs);
        for (let pass = 0; pass < 5; pass += 1) await nextPass();
      }
    },
  };
}

const unreachable = (endpoint: 'status' | 'files', atMs: number) => {
  const run = aBrokenRun(endpoint, atMs, 'connect', 'ENETUNREACH');
  return { ...run, observation: { ...run.observation, remoteAddress: null } };
};
/** A deadline on a connection that it made itself. */
const late = (endpoint: 'status' | 'files', atMs: number) => {
  const run = aBrokenRun(endpoint, atMs);
  const failure = { kind: 'timeout', phase: 'first_byte', code: 'DEADLINE', message: '' } as const;
  return without({
    ...run,
    observation: { ...run.observation, startedMs: atMs - 5_000, failure, phases: { connect: 1 } },
  });
};
const without = (run: CheckResult) => ({ ...run, observation: { ...run.observation, remoteAddress: null } });
const well = (atMs: number) => [without(aRun('status', atMs)), without(aRun('files', atMs))];
const cut = (atMs: number) => [unreachable('status', atMs), unreachable('files', atMs)];
const refused = (atMs: number) => [without(aBrokenRun('status', atMs, 'connect', 'ECONNREFUSED'))];
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('is settled at once', () => {
  test.each([
    ['an answer', well, {}],
    ['a refusal', refused, {}],
    ['what could never be found cut: too few deployments', cut, { count: 4 }],
    ['the same: too few are guarded', cut, { guarded: 4 }],
    ['the same: too few networks', cut, { networks: 2 }],
  ])('%s', (_what, runs, options) => {
    const { take } = begin(options);
    take(runs, 0);
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(/^d0 settled/);
  });

  test('what is not guarded, which shows nothing of the network', () => {
    const { guard, of } = begin();
    for (const index of upTo(12)) {
      guard.take({ ...of(index), egressGuard: false }, aResult(nowMs - 20, cut(nowMs)));
    }
    expect(told).toEqual(upTo(12).map((index) => `d${index} settled 2 2`));
    expect(guard.isCut()).toBe(false);
  });

  test('what failed while two others answered that began later', () => {
    const { answers, guard, of } = begin();
    const began = aResult(nowMs, cut(nowMs));
    nowMs += 2_000;
    answers(1, 2);
    guard.take(of(0), began);
    expect(told.at(-1)).toBe('d0 settled 2 2');
  });

  test('a round in which something answered, with all of its runs', () => {
    const { take } = begin();
    take((atMs) => [aRun('status', atMs), unreachable('files', atMs)], 0);
    expect(told).toEqual(['d0 settled 2 1']);
  });
});

describe('waits', () => {
  test('until two others answer', async () => {
    const { fails, answers, pass } = begin();
    fails(0);
    await pass(2);
    answers(1);
    await pass(1);
    answers(1);
    await pass(1);
    expect(told).toEqual(['d1 settled 2 0', 'd1 settled 2 0']);
    answers(2);
    await pass(1);
    expect(told.slice(2)).toEqual(['d2 settled 2 0', 'd0 settled 2 2']);
  });

  test('until another round of the deployment was answered, and is settled before it', () => {
    const { fails, take } = begin();
    fails(0);
    nowMs += 5_000;
    fails(0);
    expect(told).toEqual([]);
    take(refused, 0);
    expect(told).toEqual(['d0 settled 2 2', 'd0 settled 2 2', 'd0 settled 1 1']);
  });

  test('after a deadline, until two others were connected after it, though they answer as little', async () => {
    const { take, pass } = begin();
    const hangs = (atMs: number) => [late('status', atMs)];
    take(hangs, 0);
    await pass(5);
    take(hangs, 1, 2);
    await pass(1);
    expect(told).toEqual([]);
    take(hangs, 1, 2);
    await pass(1);
    expect(told).toEqual(['d0 settled 1 1']);
  });

  test('no longer than what it says is fresh, whatever its interval', async () => {
    const { fails, guard, of, pass } = begin();
    const checks = of(0).checks.map((check) => ({
      ...check,
      intervalMs: 2_000,
      timeoutMs: 500,
      staleAfterMs: 6_000,
    }));
    guard.take({ ...of(0), checks }, aResult(nowMs, cut(nowMs)));
    fails(1);
    await pass(2);
    expect(told).toEqual([]);
    await pass(1);
    expect(told).toEqual(['d0 settled 2 2']);
  });

  test('for a minute at most', async () => {
    const { guard, of, pass } = begin();
    const checks = of(0).checks.map((check) => ({ ...check, intervalMs: 300_000, staleAfterMs: 900_000 }));
    guard.take({ ...of(0), checks }, aResult(nowMs, cut(nowMs)));
    await pass(59);
    expect(told).toEqual([]);
    await pass(1);
    expect(told).toEqual(['d0 settled 2 2']);
  });

  test('not for ever where the clock is set', async () => {
    const { fails, pass } = begin();
    fails(0);
    nowMs -= 3_600_000;
    await pass(1);
    expect(told).toEqual(['d0 settled 2 2']);
  });

  test('no longer than there are enough others', async () => {
    const { fails, guard, pass } = begin({ count: 5 });
    fails(0);
    guard.forget('d4');
    await pass(1);
    expect(told).toEqual(['d0 settled 2 2']);
  });

  test.each([
    ['of what is let go', ({ guard }: ReturnType<typeof begin>) => guard.forget('d0')],
    ['of what is configured anew', ({ guard, of }: ReturnType<typeof begin>) => guard.watch(of(0))],
    ['at the end', ({ guard }: ReturnType<typeof begin>) => guard.end()],
  ])('no more %s', async (_what, go) => {
    const begun = begin();
    const { fails, pass } = begun;
    fails(0);
    go(begun);
    await pass(61);
    expect(told).toEqual([]);
  });
});

describe('a cut', () => {
  async function beginCut() {
    const begun = begin();
    begun.answers(...upTo(12));
    await begun.pass(5);
    told = [];
    begun.fails(...upTo(7));
    await nextPass();
    return begun;
  }

  test('is found by the seventh of twelve: all that waited is discarded, and it is told once', async () => {
    const { fails, guard, pass } = await beginCut();
    await pass(1);
    expect(guard.isCut()).toBe(true);
    expect(told.toSorted()).toEqual(upTo(7).map((index) => `d${index} discarded 2 2`));
    expect(metrics).toEqual([false]);
    fails(7, 8, 0, 1);
    expect(told.slice(7)).toEqual([7, 8, 0, 1].map((index) => `d${index} discarded 2 2`));
    expect(lines).toMatchObject([
      {
        event: 'egress.cut',
        msg: "the agent's own network is cut, and what fails for that counts nowhere: 7 of 12 deployments, on 7 networks, fail for local causes",
      },
    ]);
  });

  test('has what it took asked again as soon as it is over', async () => {
    const { answers, pass } = await beginCut();
    askedAgain = [];
    await pass(3);
    expect(askedAgain).toEqual([]);
    answers(0);
    await pass(1);
    expect(askedAgain).toEqual([nowMs]);
  });

  test('takes no answer away, and of a round only what it may have cut', async () => {
    const { answers, take } = await beginCut();
    told = [];
    answers(8);
    take(refused, 9);
    take((atMs) => [unreachable('status', atMs), without(aRun('files', atMs))], 10);
    take((atMs) => [late('status', atMs), refused(atMs)[0] ?? expect.unreachable()], 11);
    expect(told).toEqual([
      ...['d8 settled 2 0', 'd9 settled 1 1', 'd10 discarded 1 1', 'd10 settled 1 0'],
      ...['d11 discarded 1 1', 'd11 settled 1 1'],
    ]);
  });

  test('takes what was under way when it came, too: deadlines wait', async () => {
    const { answers, fails, take, guard, of, pass } = begin();
    answers(...upTo(12));
    await pass(5);
    await pass(1);
    fails(...upTo(5));
    told = [];
    await pass(2);
    for (const index of [9, 10, 11]) {
      guard.take(of(index), aResult(nowMs, [late('status', nowMs), late('files', nowMs)]));
    }
    await pass(1);
    expect([told, guard.isCut()]).toEqual([[], false]);
    fails(5, 6);
    await pass(1);
    expect(told).toContain('d11 discarded 2 2');
    // Where there is none they are settled as soon as two others answer.
    answers(...upTo(12));
    await pass(6);
    told = [];
    take((atMs) => [late('status', atMs)], 0);
    await pass(2);
    answers(1, 2);
    await pass(1);
    expect([told.at(-1), guard.isCut()]).toEqual(['d0 settled 1 1', false]);
  });

  test('takes an answer that what it took contradicts', async () => {
    const { guard, of } = await beginCut();
    told = [];
    const runs = [aRun('status', nowMs), unreachable('files', nowMs)];
    const rule = 'contradiction.status_vs_checks' as const;
    guard.take(of(9), { ...aResult(nowMs, runs), comparisons: [{ rule, finding: aFinding({ rule }) }] });
    guard.take(of(10), { ...aResult(nowMs, runs), comparisons: [{ rule, finding: null }] });
    expect(told).toEqual(['d9 discarded 2 1', 'd10 discarded 1 1', 'd10 settled 1 0']);
  });

  test('is over when enough answer again, which is told once', async () => {
    const { answers, guard } = await beginCut();
    answers(0);
    expect(guard.isCut()).toBe(false);
    expect(metrics).toEqual([false, true]);
    expect(lines[1]).toMatchObject({
      event: 'egress.restored',
      msg: "the agent's own network works again: 6 of 12 deployments, on 6 networks, fail for local causes",
    });
  });

  test('goes on when all are configured anew, and not when they are guarded no more', async () => {
    const { guard, of, pass } = await beginCut();
    for (const index of upTo(12)) guard.watch(of(index));
    await pass(1);
    expect([guard.isCut(), metrics]).toEqual([true, [false]]);
    for (const index of upTo(12)) guard.watch({ ...of(index), egressGuard: false });
    await pass(1);
    expect([guard.isCut(), metrics]).toEqual([false, [false, true]]);
  });

  test('discards what began in it and ended later, and nothing that began after it', async () => {
    const { answers, fails, guard, of, pass } = await beginCut();
    const began = aResult(nowMs, cut(nowMs));
    await pass(1);
    answers(...upTo(11));
    told = [];
    guard.take(of(11), began);
    expect(told).toEqual(['d11 discarded 2 2']);
    await pass(1);
    fails(11);
    answers(...upTo(11));
    await pass(2);
    answers(...upTo(11));
    await pass(1);
    expect(told.filter((what) => what.startsWith('d11'))).toEqual(['d11 discarded 2 2', 'd11 settled 2 2']);
  });

  test('is none of a target that is down, nor of refusals', async () => {
    const { take, fails, answers, guard, pass } = begin();
    for (let round = 0; round < 3; round += 1) {
      fails(0, 1, 2, 3);
      await pass(1);
      answers(4, 5, 6, 7);
      take(refused, 8, 9, 10, 11);
      await pass(1);
    }
    expect([guard.isCut(), metrics]).toEqual([false, []]);
    expect(told.filter((what) => what.includes('discarded'))).toEqual([]);
  });

  test('by a proxy that is closed is one, where there is a proxy', async () => {
    const { take, guard, of } = begin();
    const proxy = secret('http://127.0.0.1:1');
    for (const index of upTo(12)) {
      const { connection, ...rest } = of(index);
      guard.take({ ...rest, connection: { ...connection, proxy } }, aResult(nowMs, refused(nowMs)));
    }
    expect(guard.isCut()).toBe(true);
    take(refused, ...upTo(12));
    expect(guard.isCut()).toBe(false);
  });
});

describe('with canaries', () => {
  test('a failure waits for what they say, of however few deployments', async () => {
    const { fails, pass, asked } = begin({ count: 1, canaries: ['a:1'] });
    await pass(1);
    expect(asked).toHaveLength(1);
    nowMs += 3_000;
    fails(0);
    expect([told, asked.length]).toEqual([[], 2]);
    await pass(1);
    expect([told, asked.length]).toEqual([['d0 settled 2 2'], 2]);
  });

  test('it is discarded where none answers, and others are asked for no proof', async () => {
    const { fails, answers, pass, setCanary, guard } = begin({ canaries: ['a:1', 'b:1'] });
    await pass(1);
    setCanary(false);
    nowMs += 500;
    fails(0);
    await pass(1);
    answers(1, 2, 3);
    await pass(2);
    expect(told.filter((what) => what.startsWith('d0'))).toEqual(['d0 discarded 2 2']);
    expect(lines[0]?.msg).toContain('no canary answers; 1 of 1 deployments');
    setCanary(true);
    await pass(1);
    expect([guard.isCut(), metrics]).toEqual([false, [false, true]]);
  });

  test('they are asked once for all that fail at once', async () => {
    const { fails, pass, asked } = begin({ canaries: ['a:1'] });
    await pass(2);
    nowMs += 1_000;
    fails(...upTo(12));
    await pass(1);
    expect(asked).toHaveLength(2);
    expect(told).toHaveLength(12);
  });

  test('however many fail, it is not cut while one answers', async () => {
    const { fails, pass, guard } = begin({ canaries: ['a:1'] });
    await pass(1);
    nowMs += 2_000;
    fails(...upTo(12));
    await pass(3);
    expect([guard.isCut(), told.every((what) => what.includes('settled'))]).toEqual([false, true]);
  });

  test('after the end nothing is asked or told', async () => {
    const { fails, pass, asked, guard } = begin({ canaries: ['a:1'] });
    fails(0);
    guard.end();
    await pass(20);
    expect([told, metrics, asked.length]).toEqual([[], [], 1]);
  });
});

// What holds of every history: random rounds, late ones, pauses and restarts, held against oracles of their own.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judge, resume, unmoved } from '../../src/judge/judge.ts';
import type { DeploymentState, Impact } from '../../src/model/belief.ts';
import type { CheckResult } from '../../src/model/round.ts';
import type { State } from '../../src/model/states.ts';
import { stateCode } from '../../src/model/states.ts';
import { always, lastOnes, prefixes, replay, round, type Step, seen, watched } from './histories.ts';

const isGreen = (state: State) => state === 'operational' || state === 'under_maintenance';

describe('never green', () => {
  test('without a fresh answer of the status check, nor with another check gone stale', () => {
    always((_deployment, steps) => {
      for (const { step, past } of prefixes(steps)) {
        if (!seen(past, 'status').fresh) expect(step.after.status).not.toSatisfy(isGreen);
        const files = seen(past, 'files');
        if (!files.fresh) expect(step.after.status).not.toBe('operational');
      }
    });
  });

  test('while the last runs of a check failed, as many as it takes', () => {
    always(({ confirm }, steps) => {
      for (const { step, past } of prefixes(steps)) {
        for (const endpoint of ['status', 'files'] as const) {
          const failing = lastOnes(seen(past, endpoint).runs, confirm.failures, (run) => run.reason !== null);
          if (failing) expect(step.after.status).not.toSatisfy(isGreen);
        }
      }
    });
  });

  test('while the last answers of a check were slow, as many as it takes', () => {
    const isSlow = (run: CheckResult) => (run.observation.phases.first_byte ?? 0) > 500;
    always(({ confirm, degradedAboveMs }, steps) => {
      if (degradedAboveMs === null) return;
      for (const { step, past } of prefixes(steps)) {
        for (const endpoint of ['status', 'files'] as const) {
          const { runs, fresh } = seen(past, endpoint);
          const answers = runs.filter((run) => run.observation.failure === null);
          if (!fresh || !lastOnes(answers, confirm.failures, isSlow)) continue;
          expect(stateCode(step.after.status)).toBeGreaterThanOrEqual(stateCode('degraded_performance'));
        }
      }
    });
  });

  test('while what was last read of a component or of the whole was worse, as often as it takes', () => {
    always(({ confirm }, steps) => {
      for (const { step, past } of prefixes(steps)) {
        const { runs, fresh } = seen(past, 'status');
        const read = runs.filter((run) => run.reason === null || run.reason === 'components');
        if (!fresh || read.at(-1) !== runs.at(-1)) continue;
        const wordOf = (run: CheckResult, name: string | null): State => {
          const said = run.claims?.components.find((component) => component.name === name)?.reported;
          return (name === null ? run.claims?.overall?.state : said?.state) ?? 'unknown';
        };
        for (const name of [null, 'API', 'Storage']) {
          const latest = read.slice(-confirm.failures).map((run) => stateCode(wordOf(run, name)));
          if (latest.length < confirm.failures) continue;
          expect(stateCode(step.after.status)).toBeGreaterThanOrEqual(Math.min(...latest));
        }
      }
    });
  });

  test('again after anything else, but by an answer that speaks of nothing worse', () => {
    always((_deployment, steps) => {
      for (const { before, after, result } of steps) {
        if (isGreen(before.status) || !isGreen(after.status)) continue;
        expect(result).not.toBeNull();
        expect(after.checks.status?.last?.reason).toBeNull();
        expect(after.checks.files?.last?.reason).toBeNull();
        for (const { state } of [after.overall, ...after.components]) expect(state).toSatisfy(isGreen);
      }
    });
  });

  test('and major_outage while the last runs did not reach it', () => {
    always(({ confirm }, steps) => {
      for (const { step, past } of prefixes(steps)) {
        const { runs, fresh } = seen(past, 'status');
        const lost = (run: CheckResult) => run.reason === 'timeout' || run.observation.status === 500;
        if (fresh && lastOnes(runs, confirm.failures, lost)) expect(step.after.status).toBe('major_outage');
      }
    });
  });
});

describe('nothing changes', () => {
  test('by the same result twice, nor by one that is late', () => {
    always((deployment, steps) => {
      const last = steps.at(-1);
      for (const { result } of steps) {
        if (result === null || last === undefined) continue;
        const again = judge(deployment, last.after, result, last.nowMs);
        expect(again).toEqual(unmoved(last.after));
        expect(again.state).toBe(last.after);
      }
    });
  });

  test('by a second restart', () => {
    always((_deployment, steps) => {
      for (const { after, nowMs } of steps) {
        const once = resume(after, nowMs);
        expect(resume(once, nowMs + 1_000)).toEqual(once);
      }
    });
  });

  test('by writing the state down and reading it again', () => {
    always((deployment, steps) => {
      for (const { before, after, changes, durable, result, nowMs } of steps) {
        if (result === null) continue;
        const read = JSON.parse(JSON.stringify(before)) as DeploymentState;
        expect(read).toEqual(before);
        const settled = judge(deployment, read, result, nowMs);
        expect(settled).toMatchObject({ state: after, changes, durable });
      }
    });
  });

  test('that must be written, where the settlement says it can wait', () => {
    const kept = (state: DeploymentState) => {
      const { status, overall, components, regions, incident, incidentsOpened, contradictions } = state;
      const streaks = contradictions.map(({ rule, streak }) => [rule, streak]);
      return { status, overall, components, regions, incident, incidentsOpened, streaks };
    };
    // Of a pause without a result only what a restart would not make of the state before it.
    const lasting = (state: DeploymentState) => {
      const { components, ...rest } = kept(resume(state, 0));
      return { ...rest, components: components.map((component) => ({ ...component, sinceMs: 0 })) };
    };
    always((_deployment, steps) => {
      for (const { before, after, durable, restart, result } of steps) {
        if (durable || restart) continue;
        if (result === null) expect(lasting(after)).toEqual(lasting(before));
        else expect(kept(after)).toEqual(kept(before));
      }
    });
  });

  test('at all in a quiet fleet', () => {
    fc.assert(
      fc.property(watched, round, (deployment, same) => {
        const steady = replay(deployment, Array(8).fill({ ...same, gapMs: 30_000 }));
        expect(steady.slice(-2).map(({ changes, durable }) => [changes, durable])).toEqual([
          [[], false],
          [[], false],
        ]);
      }),
    );
  });
});

describe('incidents', () => {
  const steps = ({ changes }: Step) => changes.filter(({ kind }) => kind.startsWith('incident_'));
  const ranks: readonly Impact[] = ['minor', 'major', 'critical'];

  test('are one at a time, each opened once, and resolved only to green', () => {
    always((_deployment, all) => {
      let open: string | null = null;
      const ids = new Set<string>();
      for (const step of all) {
        for (const { kind, incident, to } of steps(step)) {
          if (kind === 'incident_opened') {
            expect(open).toBeNull();
            expect(ids).not.toContain(incident?.id);
            open = incident?.id ?? null;
            ids.add(open ?? '');
          }
          expect(incident?.id).toBe(open);
          if (kind === 'incident_resolved') {
            expect(to).toSatisfy(isGreen);
            open = null;
          }
        }
        expect(step.after.incident?.id ?? null).toBe(open);
        const { minor, major, critical } = step.after.incidentsOpened;
        expect(minor + major + critical).toBe(ids.size);
      }
    });
  });

  test('are open whenever the state is degraded or worse, and never while it is green', () => {
    always((_deployment, all) => {
      for (const { after } of all) {
        if (stateCode(after.status) >= stateCode('degraded_performance'))
          expect(after.incident).not.toBeNull();
        if (isGreen(after.status)) expect(after.incident).toBeNull();
      }
    });
  });

  test('are left alone by a cut of our own network, and so is every streak', () => {
    const streaks = ({ checks, components, overall }: DeploymentState) => [
      Object.values(checks).map(({ up, reachable, slow }) => [up, reachable, slow]),
      [overall.streak, ...components.map(({ streak }) => streak)],
    ];
    always((_deployment, all) => {
      for (const { before, after, cut } of all) {
        if (!cut) continue;
        expect(after.status).toBe('unknown');
        expect(after.incident).toBe(before.incident);
        expect(streaks(after)).toEqual(streaks(before));
      }
    });
  });

  test('never fall in impact, and cover their state', () => {
    always((_deployment, all) => {
      for (const { before, after } of all) {
        if (after.incident === null) continue;
        const rank = ranks.indexOf(after.incident.impact);
        if (before.incident?.id === after.incident.id) {
          expect(rank).toBeGreaterThanOrEqual(ranks.indexOf(before.incident.impact));
        }
        expect(rank).toBeGreaterThanOrEqual(stateCode(after.status) - stateCode('degraded_performance'));
      }
    });
  });
});

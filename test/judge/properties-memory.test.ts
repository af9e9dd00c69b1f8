// What holds of drift and contradictions in every history, and that nothing a result brings makes the judge throw.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type EndpointName, endpointNames } from '../../src/contract/endpoints.ts';
import { ruleIds, type Setting, severities } from '../../src/contract/rules.ts';
import { judge } from '../../src/judge/judge.ts';
import type { DeploymentState, Settlement } from '../../src/model/belief.ts';
import { type CheckResult, type ContradictionRule, noClaims } from '../../src/model/round.ts';
import { reasons } from '../../src/model/states.ts';
import { aCheck, aDeployment, aResult, aRun } from '../fixtures/model.ts';
import { always, lastOnes, prefixes, type Step, seen } from './histories.ts';

describe('drift', () => {
  test('is bounded, one entry a way, each by the runs that showed it', () => {
    always((_deployment, steps) => {
      const rounds = new Map<string, number>();
      for (const { after, result } of steps) {
        for (const { endpoint, findings } of result?.checks ?? []) {
          const ways = new Set(findings.map(({ path }) => `${endpoint} ${path.replace(/\d+\]/, ']')}`));
          for (const way of ways) rounds.set(way, (rounds.get(way) ?? 0) + 1);
        }
        const shown = after.drift.filter(({ rule }) => rule === 'drift.unknown_field');
        expect(after.drift.length).toBeLessThanOrEqual(50);
        expect(new Set(shown.map(({ check, path }) => `${check} ${path}`)).size).toBe(shown.length);
        const wrong = shown.filter(
          ({ check, path, count, firstSeenMs, lastSeenMs }) =>
            count < 1 || count > (rounds.get(`${check} ${path}`) ?? 0) || firstSeenMs > lastSeenMs,
        );
        expect(wrong).toEqual([]);
        // While there is room nothing is forgotten.
        if (after.drift.length < 50) expect(shown.length).toBe(rounds.size);
      }
    });
  });

  test('is told at most once a rule and round, and always written with it', () => {
    always((_deployment, steps) => {
      for (const { changes, durable } of steps) {
        const rules = changes.filter(({ kind }) => kind === 'drifted').map(({ subject }) => subject);
        expect(new Set(rules).size).toBe(rules.length);
        if (rules.length > 0) expect(durable).toBe(true);
      }
    });
  });
});

describe('contradictions', () => {
  /** That all is well is not said by a round that leaves out a check that failed last, unless status is unwell too. */
  const decided = (steps: readonly Step[]) =>
    steps.flatMap(({ before, result }) => {
      const status = result?.checks.find(({ endpoint }) => endpoint === 'status');
      const contradicted = result?.comparisons.map(({ finding }) => finding !== null) ?? [];
      if (result === null || status === undefined) return [];
      const { files } = before.checks;
      const leftOut = files?.fresh && files.last?.reason && result.checks.length === 1;
      const claims = status.reason === null || status.reason === 'components' ? status.claims : null;
      return leftOut && claims?.overall?.state === 'operational'
        ? contradicted.filter(Boolean)
        : contradicted;
    });

  test('are confirmed by as many rounds in a row as it takes, and gone by as many that agree', () => {
    always(({ confirm }, steps) => {
      for (const { step, past } of prefixes(steps)) {
        const [held] = step.after.contradictions;
        const seen = decided(past);
        if (lastOnes(seen, confirm.failures, (is) => is)) expect(held?.streak.confirmed).toBe(1);
        if (lastOnes(seen, confirm.successes, (is) => !is)) expect(held).toBeUndefined();
      }
    });
  });

  test('are never shown longer than they are confirmed, nor without fresh answers of both sides', () => {
    always(({ confirm }, steps) => {
      for (const { step, past } of prefixes(steps)) {
        for (const { streak, sinceMs } of step.after.contradictions) {
          if (sinceMs === null) continue;
          expect(streak.confirmed).toBe(1);
          expect(sinceMs).toBeLessThanOrEqual(step.nowMs);
          const status = seen(past, 'status');
          expect([status.fresh, seen(past, 'files').fresh]).toEqual([true, true]);
          const lost = (run: CheckResult) => run.reason !== null && run.reason !== 'components';
          expect(lastOnes(status.runs, confirm.failures, lost)).toBe(false);
        }
      }
    });
  });

  test('are told in turns: confirmed, ended', () => {
    always((_deployment, steps) => {
      const kinds = steps.flatMap(({ changes }) =>
        changes.filter(({ kind }) => kind.startsWith('contradiction_')),
      );
      for (const [index, { kind }] of kinds.entries()) {
        expect(kind).toBe(index % 2 === 0 ? 'contradiction_confirmed' : 'contradiction_ended');
      }
    });
  });
});

describe('nothing that comes makes it throw', () => {
  const instant = fc.option(fc.oneof(fc.double(), fc.constant(Number.MAX_VALUE)), { nil: null });
  const text = fc.string({ unit: 'binary', maxLength: 300 });
  const finding = fc.record({
    rule: fc.constantFrom(...ruleIds),
    severity: fc.constantFrom(...severities),
    check: fc.constantFrom(...endpointNames),
    path: text,
    message: text,
    expected: text,
    observed: text,
  });
  const run = fc.record({
    endpoint: fc.constantFrom<EndpointName>('status', 'files', 'incidents'),
    reason: fc.constantFrom(null, null, ...reasons),
    findings: fc.array(finding, { maxLength: 50 }),
    region: fc.option(text, { nil: null }),
    updatedAtMs: instant,
    items: fc.option(fc.nat(3), { nil: null }),
  });
  const result = fc.record({
    runs: fc.array(run, { maxLength: 3 }),
    comparisons: fc.array(
      fc.record({
        rule: fc.constantFrom<ContradictionRule>(
          'contradiction.overall_vs_components',
          'contradiction.status_vs_checks',
          'contradiction.incidents_vs_status',
        ),
        finding: fc.option(finding, { nil: null }),
      }),
      { maxLength: 4 },
    ),
  });
  const settings = fc.dictionary(
    fc.constantFrom(...ruleIds),
    fc.constantFrom<Setting>('off', 'info', 'warning', 'error'),
  );

  test('and every bound and severity holds', () => {
    fc.assert(
      fc.property(fc.array(result, { maxLength: 6 }), settings, (results, rules) => {
        const checks = [aCheck('status'), aCheck('files'), aCheck('incidents')];
        const deployment = aDeployment({ checks, rules });
        let state: DeploymentState | null = null;
        for (const [index, { runs, comparisons }] of results.entries()) {
          const atMs = (index + 1) * 30_000;
          const ran = runs.map(({ endpoint, reason, findings, ...said }) =>
            aRun(endpoint, atMs, { reason, findings, claims: { ...noClaims, ...said } }),
          );
          const settlement: Settlement = judge(
            deployment,
            state,
            { ...aResult(atMs, ran), comparisons },
            atMs,
          );
          state = settlement.state;
          expect(state.drift.length).toBeLessThanOrEqual(50);
          expect(state.contradictions.length).toBeLessThanOrEqual(3);
          for (const { findings } of settlement.runs) expect(findings.length).toBeLessThanOrEqual(50);
          for (const { rule } of [...state.drift, ...state.contradictions]) {
            expect(deployment.rules[rule]).not.toBe('off');
          }
        }
      }),
    );
  });
});

// Which claims of the status document its own rounds contradict, confirmed like a failure.
import type { CheckState, Contradiction, DeploymentState } from '../model/belief.ts';
import type { CheckName, Deployment } from '../model/deployment.ts';
import type { Comparison, ContradictionRule, Finding, Result } from '../model/round.ts';
import type { Checks } from './check.ts';
import { advanceStreak, emptyStreak, sameItems } from './streak.ts';
import { claimsOf, isHeard } from './words.ts';

/** What the status document's claim is held against. */
interface OtherSide {
  readonly is: (endpoint: CheckName) => boolean;
  /** Whether a check says something of now: one that fails does where its failing is the contradiction. */
  readonly speaks: (check: CheckState) => boolean;
}

const otherSides: Readonly<Record<ContradictionRule, OtherSide>> = {
  'contradiction.overall_vs_components': { is: (endpoint) => endpoint === 'status', speaks: isHeard },
  'contradiction.status_vs_checks': { is: (endpoint) => endpoint !== 'status', speaks: ({ fresh }) => fresh },
  'contradiction.incidents_vs_status': { is: (endpoint) => endpoint === 'incidents', speaks: isHeard },
};

/**
 * Those that a round decides. While a check that failed last is not asked, a round in which all others are well says
 * nothing for it: checks have intervals of their own, and a slow one's failure would never be confirmed.
 */
export function decidedBy(
  { checks, comparisons }: Result,
  { checks: before }: DeploymentState,
): Comparison[] {
  const asked = new Set(checks.map(({ endpoint }) => endpoint));
  const claims = claimsOf(checks.find(({ endpoint }) => endpoint === 'status'));
  const isLeftOut = ({ endpoint, fresh, last }: CheckState) =>
    endpoint !== 'status' && fresh && !asked.has(endpoint) && (last?.reason ?? null) !== null;
  return comparisons.filter(
    ({ rule, finding }) =>
      finding !== null ||
      rule !== 'contradiction.status_vs_checks' ||
      claims?.overall?.state !== 'operational' ||
      !Object.values(before).some(isLeftOut),
  );
}

/**
 * What was confirmed, seen last, and is not among what a round decides. Where it fails the status check it fails that
 * round too, or the check would be up by what was not asked.
 */
export function standing(
  { rules }: Deployment,
  { contradictions }: DeploymentState,
  decided: readonly Comparison[],
): Finding[] {
  return contradictions
    .filter(({ rule, sinceMs, streak }) => {
      const isOpen = sinceMs !== null && streak.recent.at(-1) === 1;
      return isOpen && rules[rule] === 'error' && !decided.some((comparison) => comparison.rule === rule);
    })
    .map(({ finding }) => finding);
}

/**
 * In order of appearance; the same array when nothing changed. A rule that is not compared keeps its streak, but
 * while one side says nothing of now it is not shown as confirmed (`sinceMs` is null) until it is seen again. What
 * the configuration no longer compares goes.
 */
export function contradictionsAfter(
  deployment: Deployment,
  before: readonly Contradiction[],
  comparisons: readonly Comparison[],
  checks: Checks,
  nowMs: number,
): readonly Contradiction[] {
  if (before.length === 0 && comparisons.every(({ finding }) => finding === null)) return before;
  const entries = new Map(before.map((entry) => [entry.rule, entry]));
  for (const comparison of comparisons) {
    const entry = compared(deployment, entries.get(comparison.rule), comparison, nowMs);
    if (entry === null) entries.delete(comparison.rule);
    else entries.set(comparison.rule, entry);
  }
  const after = [...entries.values()]
    .filter(({ rule }) => isCompared(deployment, rule))
    .map((entry) =>
      entry.sinceMs === null || isCurrent(checks, entry.rule) ? entry : { ...entry, sinceMs: null },
    );
  return sameItems(before, after) ? before : after;
}

/** null once it is confirmed that both sides agree, or where there was nothing to end. */
function compared(
  { confirm }: Deployment,
  old: Contradiction | undefined,
  { rule, finding: latest }: Comparison,
  nowMs: number,
): Contradiction | null {
  const finding = latest === null || isSame(latest, old?.finding) ? old?.finding : latest;
  const streak = advanceStreak(old?.streak ?? emptyStreak, latest === null ? 0 : 1, confirm);
  if (finding === undefined || streak.confirmed === 0) return null;
  const shownMs = old?.sinceMs ?? (latest === null ? null : nowMs);
  const sinceMs = streak.confirmed === 1 ? shownMs : null;
  const same = streak === old?.streak && sinceMs === old.sinceMs && finding === old.finding;
  return same ? old : { rule, streak, sinceMs, finding };
}

/** A remembered rule may be in the table no more. */
function isCompared({ rules, checks }: Deployment, rule: ContradictionRule): boolean {
  if ((rules[rule] ?? 'off') === 'off') return false;
  const names = checks.map(({ endpoint }) => endpoint);
  return names.includes('status') && names.some(otherSides[rule].is);
}

function isCurrent(checks: Checks, rule: ContradictionRule): boolean {
  const { is, speaks } = otherSides[rule];
  const isThere = Object.values(checks).some((check) => is(check.endpoint) && speaks(check));
  return isThere && isHeard(checks.status);
}

function isSame(left: Finding, right: Finding | undefined): boolean {
  return (
    left.severity === right?.severity &&
    left.path === right.path &&
    left.message === right.message &&
    left.expected === right.expected &&
    left.observed === right.observed
  );
}

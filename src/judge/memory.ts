// What only memory can say of a round: findings that hold its answers against what was believed before them.
import type { DeploymentState } from '../model/belief.ts';
import type { Deployment } from '../model/deployment.ts';
import {
  type CheckResult,
  type Claims,
  type Comparison,
  type Finding,
  maxFindings,
  type Result,
} from '../model/round.ts';
import { decidedBy, standing } from './contradictions.ts';
import { clean } from './wording.ts';
import { claimsOf } from './words.ts';

const severities: readonly Finding['severity'][] = ['error', 'warning', 'info'];

type Remark = Omit<Finding, 'severity' | 'check'>;

/**
 * The result with what memory adds to the findings of its runs, the reason this gives a run that had none, and only
 * the comparisons it decides. Before streaks advance, so that a run fails by these rules like by any other. Only
 * answers that are taken at their word are compared, each with the last value known.
 */
export function recall(deployment: Deployment, before: DeploymentState, result: Result): Result {
  const comparisons = decidedBy(result, before);
  const checks = result.checks.map((run) => {
    const remarks = remarksOn(deployment, before, run, comparisons);
    return remarks.reduce((noted, remark) => note(deployment, noted, remark), run);
  });
  return { ...result, checks, comparisons };
}

function remarksOn(
  deployment: Deployment,
  before: DeploymentState,
  run: CheckResult,
  decided: readonly Comparison[],
): Remark[] {
  const claims = claimsOf(run);
  if (claims === null) return [];
  if (run.endpoint !== 'status') return emptied(before.checks[run.endpoint]?.listed ?? null, claims);
  const contradicted = claims.overall === null ? [] : standing(deployment, before, decided);
  return [...contradicted, ...backwards(before, claims), ...moved(before, claims)];
}

function backwards({ updatedAtMs: before }: DeploymentState, { updatedAtMs: after }: Claims): Remark[] {
  if (before === null || after === null || after >= before) return [];
  return [
    {
      rule: 'freshness.updated_at_backwards',
      path: 'updated_at',
      message: 'updated_at is earlier than in the answer before',
      expected: `at least ${instantText(before)}`,
      observed: instantText(after),
    },
  ];
}

function moved({ region: before }: DeploymentState, { region: after }: Claims): Remark[] {
  if (before === null || after === null || after === before) return [];
  return [
    {
      rule: 'drift.region_changed',
      path: 'region',
      message: 'another region answers than before',
      expected: clean(before),
      observed: clean(after),
    },
  ];
}

function emptied(before: number | null, { items }: Claims): Remark[] {
  if (before === null || before === 0 || items !== 0) return [];
  return [
    {
      rule: 'drift.list_emptied',
      path: 'data',
      message: 'the list had items, and has none',
      expected: 'at least 1 item',
      observed: `0 items, ${before} before`,
    },
  ];
}

function note({ rules }: Deployment, run: CheckResult, remark: Remark): CheckResult {
  const severity = rules[remark.rule];
  if (severity === 'off') return run;
  const findings = insert(run.findings, { ...remark, severity, check: run.endpoint });
  return { ...run, findings, reason: run.reason ?? (severity === 'error' ? 'contract' : null) };
}

/** After the others of its severity: graver ones come first, and the mildest go where there are too many. */
function insert(findings: readonly Finding[], added: Finding): readonly Finding[] {
  const rank = severities.indexOf(added.severity);
  const at = findings.findLastIndex(({ severity }) => severities.indexOf(severity) <= rank) + 1;
  return findings.toSpliced(at, 0, added).slice(0, maxFindings);
}

/** In the form of the document; as a number where no date can be written. */
function instantText(atMs: number): string {
  const date = new Date(atMs);
  return Number.isNaN(date.getTime()) ? `${atMs}` : date.toISOString();
}

// All checks of a dashboard together, less what `dashboards/.lint` excepts with a reason.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type Board, type Finding, folder } from './boards.ts';
import { catalogueRules, columnRule } from './catalogue.ts';
import { houseRules } from './house.ts';
import { linterRules } from './lint.ts';
import { schemaRules } from './schema.ts';

export const rules = [...schemaRules, ...linterRules, ...houseRules, ...catalogueRules, columnRule];

interface Exception {
  readonly rule: string;
  readonly reason: string;
  readonly dashboard: string;
  readonly panel: string;
}

type LintFile = {
  exclusions: Record<string, { reason: string; entries: { dashboard: string; panel: string }[] }>;
};

const lintFile: LintFile = parse(readFileSync(join(folder, '.lint'), 'utf8'));

/** As the linter reads them: by rule, each for one panel of one dashboard. */
export const exceptions: readonly Exception[] = Object.entries(lintFile.exclusions).flatMap(
  ([rule, { reason, entries }]) =>
    entries.map(({ dashboard, panel }) => ({ rule, reason, dashboard, panel })),
);

const covers = (exception: Exception, finding: Finding) =>
  exception.rule === finding.rule &&
  exception.dashboard === finding.dashboard &&
  exception.panel === finding.panel;

export function allFindings(board: Board): readonly Finding[] {
  return rules.flatMap((rule) => rule.findings(board));
}

export function findingsOf(board: Board): readonly Finding[] {
  return allFindings(board).filter((finding) => !exceptions.some((exception) => covers(exception, finding)));
}

export function isNeeded(exception: Exception, findings: readonly Finding[]): boolean {
  return findings.some((finding) => covers(exception, finding));
}

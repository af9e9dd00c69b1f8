// What a configuration asks of the rules, and what of it they cannot do, in words.
import type { Config } from '../../config/config.ts';
import { formatDuration } from '../../config/units.ts';
import type { Check, Deployment } from '../../model/deployment.ts';
import { fitted, leastFailures, leastRunsInShort, workbookRates } from './burn-rates.ts';
import { maxWindowMs, runsInWindow } from './check-alerts.ts';
import { defaultSettings, type RuleSettings } from './settings.ts';

type Asked = Pick<RuleSettings, 'labels' | 'lesser' | 'statusMs' | 'checkMs' | 'objectiveMs'>;

/** Days over which an availability objective is looked at. */
const objectiveDays = 30;
const dayMs = 86_400_000;
/** Words that PromQL reads as a number or a keyword wherever they stand. */
const unnameable: ReadonlySet<string> = new Set(['inf', 'nan', 'without']);

/** Names of labels in the order of the alphabet, so that the same configuration gives the same text. */
export function settingsOf({ deployments }: Config): Asked {
  const statuses = deployments.flatMap(statusCheck);
  const withObjective = deployments.filter(({ slo }) => slo.availability !== null).flatMap(statusCheck);
  const names = new Set(deployments.flatMap(({ labels }) => Object.keys(labels)));
  return {
    labels: [...names].filter((name) => !isUnnameable(name)).toSorted(),
    lesser: deployments.filter(({ critical }) => !critical).map(({ id }) => id),
    statusMs: slowest(statuses) ?? defaultSettings.statusMs,
    checkMs: slowest(deployments.flatMap(({ checks }) => checks)) ?? defaultSettings.checkMs,
    objectiveMs: slowest(withObjective) ?? defaultSettings.objectiveMs,
  };
}

/** One line each, ready to print. */
export function notesOn({ deployments }: Config, { checkMs, objectiveMs }: Asked): string[] {
  const names = new Set(deployments.flatMap(({ labels }) => Object.keys(labels)));
  return [
    ...[...names].filter(isUnnameable).map((name) => `label ${name}: PromQL cannot name it, no alert has it`),
    ...windowNotes(checkMs),
    ...burnRateNotes(objectiveMs),
    ...deployments.flatMap(objectiveNotes),
  ];
}

function windowNotes(checkMs: number): string[] {
  if (runsInWindow * checkMs <= maxWindowMs) return [];
  const [every, window] = [formatDuration(checkMs), formatDuration(maxWindowMs)];
  return [`checks that run every ${every}: ${window} hold too few runs to call them flapping or slow`];
}

function burnRateNotes(intervalMs: number): string[] {
  const every = `status checks with an objective run every ${formatDuration(intervalMs)} at the slowest`;
  return workbookRates.flatMap((rate) => {
    const name = `error budget burn over ${formatDuration(rate.longMs)}`;
    const fit = fitted(rate, intervalMs);
    if (fit === null) return [`${name} is left out: ${every}, too seldom for a shorter window within it`];
    if (fit.shortMs === rate.shortMs) return [];
    const [was, is] = [formatDuration(rate.shortMs), formatDuration(fit.shortMs)];
    return [
      `${name}: the short window is ${is} instead of ${was}, for ${leastRunsInShort} runs in it (${every})`,
    ];
  });
}

/** An objective that a few runs break, and one so low that failing always does not burn it fast enough. */
function objectiveNotes(deployment: Deployment): string[] {
  const { id, slo } = deployment;
  const { availability } = slo;
  if (availability === null) return [];
  const objective = `its availability of ${Number((availability * 100).toFixed(6))}%`;
  const tooStrict = statusCheck(deployment).flatMap(({ intervalMs }) => {
    const allowed = ((objectiveDays * dayMs) / intervalMs) * (1 - availability);
    if (allowed >= leastFailures) return [];
    const every = formatDuration(intervalMs);
    return [
      `${id}: ${leastFailures} failed status runs in ${objectiveDays} days break ${objective} at an interval of ${every}`,
    ];
  });
  const neverReached = workbookRates
    .filter(({ factor }) => factor * (1 - availability) >= 1)
    .map(
      ({ longMs }) =>
        `${id}: ${objective} is too low for error budget burn over ${formatDuration(longMs)} to fire`,
    );
  return [...tooStrict, ...neverReached];
}

function statusCheck({ checks }: Deployment): readonly Check[] {
  return checks.filter(({ endpoint }) => endpoint === 'status');
}

function slowest(checks: readonly Check[]): number | null {
  return checks.length === 0 ? null : Math.max(...checks.map(({ intervalMs }) => intervalMs));
}

/** Whatever its case. */
function isUnnameable(name: string): boolean {
  return unnameable.has(name.toLowerCase());
}

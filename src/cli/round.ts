// A round as a person reads it: phases as a waterfall, findings as a table, the head of the body.
import type { RuleId } from '../contract/rules.ts';
import type { Deployment } from '../model/deployment.ts';
import type { CheckResult, Finding, Result } from '../model/round.ts';
import { phaseNames } from '../model/states.ts';
import { printable, table } from './table.ts';

const barWidth = 40;
const maxBodyShown = 400;
const maxCell = 80;
const maxSide = 200;

export function describeRound(deployment: Deployment, result: Result): string {
  const title = `${deployment.id}  ${deployment.baseUrl}  ${deployment.version}`;
  const checks = result.checks.flatMap((check) => {
    const contradictions = result.comparisons.flatMap(({ finding }) => finding ?? []);
    return ['', ...describeCheck(check, check.endpoint === 'status' ? contradictions : [])];
  });
  return [title, ...checks].join('\n');
}

function describeCheck(
  { endpoint, observation, reason, findings }: CheckResult,
  contradictions: readonly Finding[],
): string[] {
  const { status, durationMs, failure, remoteAddress } = observation;
  const outcome = reason === null ? 'well' : `failed: ${reason}`;
  const parts = [
    endpoint,
    status ?? 'no answer',
    `${durationMs.toFixed(1)} ms`,
    remoteAddress ?? '',
    outcome,
  ];
  const lines = [parts.filter((part) => part !== '').join('  ')];
  if (failure !== null)
    lines.push(`  ${failure.code} in ${failure.phase}: ${printable(failure.message, 200)}`);
  lines.push(...waterfall(observation.phases).map((line) => `  ${line}`));
  if (observation.certificate !== null) lines.push(`  ${describeCertificate(observation.certificate)}`);
  lines.push(...contradictions.map((finding) => `  ${describeContradiction(finding)}`));
  const told = new Set(contradictions.map(({ rule }) => rule));
  if (findings.length > 0) lines.push('', ...findingTable(findings, told).map((line) => `  ${line}`));
  if (observation.body !== null) lines.push('', `  ${printable(observation.body, maxBodyShown)}`);
  return lines;
}

/** One line a phase, its bar standing where in the run it happened; `-` where it did not. */
function waterfall(phases: CheckResult['observation']['phases']): string[] {
  const total = phaseNames.reduce((sum, name) => sum + (phases[name] ?? 0), 0);
  let begunMs = 0;
  return table(
    phaseNames.map((name) => {
      const ms = phases[name];
      if (ms === undefined) return [name, '-', ''];
      const offset = Math.round((begunMs / (total || 1)) * barWidth);
      const length = Math.max(1, Math.round((ms / (total || 1)) * barWidth));
      begunMs += ms;
      return [name, `${ms.toFixed(1)} ms`, `${' '.repeat(offset)}${'█'.repeat(length)}`];
    }),
  );
}

function describeCertificate({
  subject,
  notAfterMs,
  error,
}: NonNullable<CheckResult['observation']['certificate']>): string {
  const until =
    notAfterMs === null ? 'a date that cannot be read' : new Date(notAfterMs).toISOString().slice(0, 10);
  return `certificate ${printable(subject, maxCell)}, valid until ${until}${error === null ? '' : ` (${error})`}`;
}

/** Both sides in full: what the status document claims is worth nothing against what the round shows. */
function describeContradiction({ message, expected, observed }: Finding): string {
  return `contradiction: ${printable(message, maxSide)}: expected ${printable(expected, maxSide)}, observed ${printable(observed, maxSide)}`;
}

/** Of rules told in full elsewhere only what they are. */
function findingTable(findings: readonly Finding[], told: ReadonlySet<RuleId>): string[] {
  const rows = findings.map(({ severity, rule, path, expected, observed }) => [
    severity,
    rule,
    printable(path, maxCell),
    ...(told.has(rule)
      ? ['as told above', '']
      : [printable(expected, maxCell), printable(observed, maxCell)]),
  ]);
  return table([['SEVERITY', 'RULE', 'PATH', 'EXPECTED', 'OBSERVED'], ...rows]);
}

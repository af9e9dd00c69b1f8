// How a deployment deviates from the document and from what is expected of it, as the lines of a difference.
import type { EndpointName } from '../contract/endpoints.ts';
import { isServed } from '../learning.ts';
import { nothing } from '../model/expectation.ts';
import type { CheckResult, Finding } from '../model/round.ts';

/** One deviation: `-` what is expected, `+` what is there instead, `!` what is wrong. */
export type Deviation = readonly string[];

/** Failing checks, errors and warnings, and whatever is not as expected; other information is a note. */
export function deviationsOf(checks: readonly CheckResult[]): Deviation[] {
  return checks.flatMap(({ endpoint, observation: { failure }, findings }) => {
    const failed = failure && `! ${endpoint} failed: ${failure.kind} (${failure.code} in ${failure.phase})`;
    const others = findings.flatMap((finding): Deviation[] => {
      const { rule, severity, path, expected, observed } = finding;
      if (rule === 'drift.expected') return [sides(`${endpoint} ${path}`, expected, observed)];
      return severity === 'info' ? [] : [[`! ${told(finding)}`]];
    });
    return [...(failed === null ? [] : [[failed]]), ...others];
  });
}

/** What is worth a look and no deviation: information, but for drift, which has `expect` to be told against. */
export function notesOn(checks: readonly CheckResult[]): string[] {
  const findings = checks.flatMap((check) => check.findings);
  const noted = findings.filter(({ rule, severity }) => severity === 'info' && !rule.startsWith('drift.'));
  return noted.map((finding) => `i ${told(finding)}`);
}

/**
 * `checks` are those of the deployment, `others` those of its version's other endpoints. That a check failed
 * without an answer is no sign that the endpoint is gone.
 */
export function endpointDeviations(
  expected: readonly EndpointName[],
  checks: readonly CheckResult[],
  others: readonly CheckResult[],
): Deviation[] {
  const gone = (check: CheckResult) => check.observation.status !== 200 && check.observation.failure === null;
  return [...checks, ...others].flatMap((check): Deviation[] => {
    const { endpoint } = check;
    const isExpected = expected.includes(endpoint);
    if (isExpected && (gone(check) || (others.includes(check) && !isServed(check)))) {
      return [sides('endpoints', endpoint, nothing)];
    }
    return !isExpected && isServed(check) ? [sides('endpoints', nothing, endpoint)] : [];
  });
}

function told({ severity, rule, check, path, expected, observed }: Finding): string {
  return `${severity} ${rule} ${path === '' ? check : `${check} ${path}`}: expected ${expected}, observed ${observed}`;
}

function sides(place: string, expected: string, observed: string): Deviation {
  return [
    ...(expected === nothing ? [] : [`- ${place}: ${expected}  (expected)`]),
    ...(observed === nothing ? [] : [`+ ${place}: ${observed}  (observed)`]),
  ];
}

// One round that somebody asked for, told three ways: as metrics, as JSON, and as text for whoever debugs it.
import { Gauge, Registry } from 'prom-client';
import type { Deployment } from '../model/deployment.ts';
import type { CheckResult, Result } from '../model/round.ts';
import { redacted } from '../model/secret.ts';
import { timestamp, timestampOrNull } from './document.ts';
import type { Probe } from './schemas.ts';

export function probeResource({ beat, checks }: Result): Probe {
  return {
    deployment: beat.deployment,
    success: succeeded(checks),
    duration_ms: wallClockMs(checks),
    checks: checks.map(({ endpoint, observation, reason, findings }) => ({
      check: endpoint,
      success: reason === null,
      reason,
      failure: observation.failure && { ...observation.failure },
      http_status: observation.status,
      duration_ms: observation.durationMs,
      phases: { ...observation.phases },
      findings: [...findings],
    })),
  };
}

/** As a multi-target exporter answers (blackbox_exporter): text 0.0.4, of this round alone. */
export function probeMetrics({ checks }: Result): Promise<string> {
  const registry = new Registry();
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  gauge('probe_success', 'Whether all checks of the round succeeded.').set(Number(succeeded(checks)));
  gauge('probe_duration_seconds', 'Time the round took.').set(wallClockMs(checks) / 1000);
  const phases = gauge('probe_phase_seconds', 'Time a phase took, where it happened.', 'check', 'phase');
  const statuses = gauge('probe_http_status_code', 'HTTP status, where one came.', 'check');
  for (const { endpoint: check, observation } of checks) {
    for (const [phase, ms] of Object.entries(observation.phases)) phases.set({ check, phase }, ms / 1000);
    if (observation.status !== null) statuses.set({ check }, observation.status);
  }
  return registry.metrics();
}

/** Metrics, then what happened, what was found, and the configuration, with every secret redacted. */
export function probeDebug(deployment: Deployment, result: Result, metrics: string): string {
  const { secrets: _, ...configuration } = deployment;
  const clean = redactor(deployment);
  const findings = result.checks.flatMap((check) => check.findings.map(findingLine));
  return [
    `Log of a round of ${deployment.id} at ${timestamp(result.beat.atMs)}:`,
    ...result.checks.flatMap(logLines),
    '\nFindings:',
    ...(findings.length > 0 ? findings : ['none']),
    '\nMetrics:',
    metrics.trimEnd(),
    '\nConfiguration:',
    JSON.stringify(configuration, (_key, value) => (typeof value === 'string' ? clean(value) : value), 2),
    '',
  ].join('\n');
}

/**
 * The result with no secret in what came from outside: a target may send back what it was sent. Our own words
 * and numbers are left alone, for a secret may be as short as one digit.
 */
export function withoutSecrets(result: Result, deployment: Deployment): Result {
  const clean = redactor(deployment);
  const checks = result.checks.map((check) => {
    const { failure } = check.observation;
    const cleanFailure = failure && { ...failure, message: clean(failure.message) };
    const findings = check.findings.map((finding) => ({
      ...finding,
      path: clean(finding.path),
      message: clean(finding.message),
      expected: clean(finding.expected),
      observed: clean(finding.observed),
    }));
    return { ...check, findings, observation: { ...check.observation, failure: cleanFailure } };
  });
  return { ...result, checks };
}

/** The longest first, so that no end of one is left standing behind another. */
function redactor({ secrets }: Deployment): (text: string) => string {
  const values = secrets
    .map((value) => value.reveal())
    .filter((value) => value !== '')
    .toSorted((a, b) => b.length - a.length);
  return (text) => values.reduce((safe, value) => safe.replaceAll(value, redacted), text);
}

function succeeded(checks: readonly CheckResult[]): boolean {
  return checks.every((check) => check.reason === null);
}

function wallClockMs(checks: readonly CheckResult[]): number {
  if (checks.length === 0) return 0;
  const started = Math.min(...checks.map(({ observation }) => observation.startedMs));
  return Math.max(...checks.map(({ observation }) => observation.endedMs)) - started;
}

function logLines({ endpoint, observation, reason }: CheckResult): string[] {
  const { failure, status, phases, bodyBytes, wireBytes, remoteAddress, certificate } = observation;
  const line = (event: string, fields: Record<string, unknown>) =>
    `check=${endpoint} ${event} ${Object.entries(fields)
      .map(([name, value]) => `${name}=${typeof value === 'number' ? value : JSON.stringify(value)}`)
      .join(' ')}`;
  return [
    line('connected', { remote_address: remoteAddress }),
    ...(certificate
      ? [
          line('certificate', {
            not_after: timestampOrNull(certificate.notAfterMs) ?? 'unreadable',
            error: certificate.error,
          }),
        ]
      : []),
    ...Object.entries(phases).map(([phase, ms]) => line('phase', { name: phase, ms })),
    ...(status === null ? [] : [line('answered', { status, body_bytes: bodyBytes, wire_bytes: wireBytes })]),
    ...(failure ? [line('failed', { ...failure })] : []),
    line('done', { reason, duration_ms: observation.durationMs }),
  ];
}

function findingLine(finding: CheckResult['findings'][number]): string {
  const { severity, rule, check, path, message, expected, observed } = finding;
  return `${severity} ${rule} check=${check} ${JSON.stringify({ path, message, expected, observed })}`;
}

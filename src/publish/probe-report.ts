// One round that somebody asked for, told three ways: as metrics, as JSON, and as text for whoever debugs it.
import { Gauge, Registry } from 'prom-client';
import type { Deployment } from '../model/deployment.ts';
import type { CheckResult, Result } from '../model/round.ts';
import { timestamp, timestampOrNull } from './document.ts';
import type { Probe } from './schemas.ts';

export function probeResource({ beat, checks, comparisons }: Result): Probe {
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
    contradictions: comparisons.flatMap(({ finding }) => {
      if (finding === null) return [];
      const { rule, message, expected, observed } = finding;
      return { rule, message, expected, observed };
    }),
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

/** What happened, what was found, the metrics, and of the configuration what cannot hold a secret. */
export function probeDebug(deployment: Deployment, result: Result, metrics: string): string {
  const findings = result.checks.flatMap((check) => check.findings.map(findingLine));
  return [
    `Log of a round of ${deployment.id} at ${timestamp(result.beat.atMs)}:`,
    ...result.checks.flatMap(logLines),
    '\nFindings:',
    ...(findings.length > 0 ? findings : ['none']),
    '\nMetrics:',
    metrics.trimEnd(),
    '\nConfiguration:',
    JSON.stringify(shownConfiguration(deployment), null, 2),
    '',
  ].join('\n');
}

/** Field by field, so that what a deployment comes to hold later is not shown by accident. */
function shownConfiguration({ id, name, kind, version, baseUrl, checks, connection }: Deployment) {
  return {
    id,
    name,
    kind,
    version,
    base_url: baseUrl,
    checks: checks.map(({ endpoint, intervalMs, timeoutMs }) => ({
      endpoint,
      interval_ms: intervalMs,
      timeout_ms: timeoutMs,
    })),
    // Names alone: every value may be a secret.
    headers: Object.keys(connection.headers),
  };
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

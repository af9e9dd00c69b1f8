// A round told as metrics, as JSON and as text.
import { describe, expect, it } from 'vitest';
import { secret } from '../../src/model/secret.ts';
import { probeDebug, probeMetrics, probeResource } from '../../src/publish/probe-report.ts';
import { probeSchema } from '../../src/publish/schemas.ts';
import { aContradiction } from '../fixtures/deviations.ts';
import { seriesOf } from '../fixtures/exposition.ts';
import { aCheckResult, aDeployment, aFinding, anObservation, aResult, nowMs } from '../fixtures/snapshot.ts';

const failure = {
  kind: 'tls',
  phase: 'tls',
  code: 'CERT_HAS_EXPIRED',
  message: 'certificate has expired',
} as const;
const refused = aCheckResult('files', {
  reason: 'tls',
  observation: anObservation({
    startedMs: nowMs + 37,
    endedMs: nowMs + 50,
    failure,
    status: null,
    phases: { dns: 1, connect: 2 },
    durationMs: 3,
    certificate: { notAfterMs: nowMs, subject: 's', issuer: 'i', error: 'CERT_HAS_EXPIRED' },
  }),
});
const result = aResult([aCheckResult('status', { findings: [aFinding({ observed: 'a\nb' })] }), refused]);

it('as metrics, has what happened and leaves out what did not', async () => {
  expect(seriesOf(await probeMetrics(result))).toEqual([
    'probe_success 0',
    'probe_duration_seconds 0.05',
    'probe_phase_seconds{check="status",phase="dns"} 0.001',
    'probe_phase_seconds{check="status",phase="connect"} 0.002',
    'probe_phase_seconds{check="status",phase="first_byte"} 0.03',
    'probe_phase_seconds{check="status",phase="transfer"} 0.004',
    'probe_phase_seconds{check="files",phase="dns"} 0.001',
    'probe_phase_seconds{check="files",phase="connect"} 0.002',
    'probe_http_status_code{check="status"} 200',
  ]);
});

it('succeeds when every check does', async () => {
  const well = await probeMetrics(aResult([aCheckResult('status')]));
  expect(seriesOf(well, 'probe_success')).toEqual(['probe_success 1']);
});

it('as JSON, is as its schema says', () => {
  const told = probeResource(result);
  expect(probeSchema.strict().safeParse(told).error).toBeUndefined();
  expect(told).toMatchObject({
    success: false,
    duration_ms: 50,
    checks: [
      { success: true, failure: null, http_status: 200 },
      { success: false, reason: 'tls', failure, http_status: null, phases: { dns: 1, connect: 2 } },
    ],
  });
});

it('as JSON, has the contradictions of the round with both sides', () => {
  const { finding } = aContradiction();
  const comparisons = [
    { rule: 'contradiction.status_vs_checks', finding },
    { rule: 'contradiction.overall_vs_components', finding: null },
  ] as const;
  expect(probeResource(result).contradictions).toEqual([]);
  const told = probeResource({ ...result, comparisons });
  expect(probeSchema.strict().safeParse(told).error).toBeUndefined();
  expect(told.contradictions).toEqual([
    {
      rule: 'contradiction.status_vs_checks',
      message: 'the deployment says operational while another check fails',
      expected: 'operational',
      observed: 'files: http_status',
    },
  ]);
});

describe('as text', () => {
  const text = probeDebug(aDeployment(), result, 'probe_success 0\n');

  it.each([
    'check=status answered status=200 body_bytes=2 wire_bytes=2',
    'check=files certificate not_after="2026-11-21T10:00:00Z" error="CERT_HAS_EXPIRED"',
    'check=files failed kind="tls" phase="tls" code="CERT_HAS_EXPIRED" message="certificate has expired"',
    'check=files done reason="tls" duration_ms=3',
    'probe_success 0',
  ])('has the line %s', (line) => {
    expect(text.split('\n')).toContain(line);
  });

  it.each([null, Number.NaN])('says that the date of a certificate (%s) cannot be read', (notAfterMs) => {
    const certificate = { notAfterMs, subject: 's', issuer: 'i', error: null };
    const undated = aResult([aCheckResult('status', { observation: anObservation({ certificate }) })]);
    expect(probeDebug(aDeployment(), undated, '')).toContain(
      'check=status certificate not_after="unreadable" error=null\n',
    );
  });

  it('keeps what a target says on its own line', () => {
    expect(text).toContain('"observed":"a\\nb"}\n');
  });
});

describe('the configuration that is shown', () => {
  const deployment = aDeployment({
    secrets: [secret('s3cret')],
    connection: {
      ...aDeployment().connection,
      origin: 'https://origin.example.test',
      headers: { authorization: secret('s3cret'), 'x-team': secret('s3cret') },
      proxy: secret('http://s3cret@proxy'),
      tls: { ca: 'a CA', cert: 'a certificate', key: secret('s3cret'), serverName: 'inner.example.test' },
    },
    labels: { owner: 'somebody' },
  });
  const text = probeDebug(deployment, aResult([]), '');

  it('has these fields and no other', () => {
    expect(JSON.parse(text.slice(text.indexOf('\n{')))).toEqual({
      id: 'files-eu',
      name: 'Files EU',
      kind: 'file-storage',
      version: 'v1',
      base_url: 'http://files.example.test',
      checks: [
        { endpoint: 'status', interval_ms: 30_000, timeout_ms: 5_000 },
        { endpoint: 'files', interval_ms: 60_000, timeout_ms: 5_000 },
      ],
      headers: ['authorization', 'x-team'],
    });
  });
});

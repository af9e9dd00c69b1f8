// What people read.
import { describe, expect, test } from 'vitest';
import { neverRun } from '../../src/judge/check.ts';
import {
  clean,
  failingWording,
  noAnswerWording,
  plainWording,
  speaksOf,
  textOf,
  unreachableWording,
} from '../../src/judge/wording.ts';
import type { CheckState, LastRun } from '../../src/model/belief.ts';
import type { Finding } from '../../src/model/round.ts';
import type { Reason } from '../../src/model/states.ts';
import { aFinding } from '../fixtures/model.ts';

const lastRun = (reason: Reason | null, over: Partial<LastRun> = {}): CheckState => ({
  ...neverRun('status'),
  last: {
    reason,
    failure: null,
    httpStatus: 200,
    phases: {},
    durationMs: 1,
    bodyBytes: 0,
    remoteAddress: null,
    items: null,
    findings: [],
    ...over,
  },
});

describe('strings of a target', () => {
  test.each([
    ['Storage', 'Storage'],
    ['Größe 倉庫 🗄', 'Größe 倉庫 🗄'],
    ['two\nlines\u0000\u001b[31m', 'two\uFFFDlines\uFFFD\uFFFD[31m'],
    ['A\u200bPI\u202e', 'A\uFFFDPI\uFFFD'],
    ['half a \ud83d', 'half a \uFFFD'],
    [`${'a'.repeat(119)}🗄`, `${'a'.repeat(119)}\uFFFD`],
    ['a'.repeat(100_000), 'a'.repeat(120)],
  ])('%j', (text, cleaned) => {
    expect(clean(text)).toBe(cleaned);
  });
});

describe('what a failing check shows', () => {
  const cacheControl = aFinding({ rule: 'transport.cache_control', path: 'headers.cache-control' });
  const version = aFinding();
  const type = aFinding({
    rule: 'shape.type',
    path: 'components[2].name',
    expected: 'string',
    observed: '5',
  });

  test.each<[Reason, readonly Finding[], string]>([
    ['version', [cacheControl, version], 'version: expected v1, got v2'],
    ['schema', [cacheControl, type], 'schema: components[2].name expected string, got 5'],
    ['contract', [cacheControl], 'contract: headers.cache-control expected v1, got v2'],
    ['contract', [], 'contract'],
    ['json', [{ ...aFinding(), rule: 'shape.json', path: '' }], 'json: expected v1, got v2'],
    ['version', [{ ...version, severity: 'warning' }], 'version'],
  ])('%s', (reason, findings, detail) => {
    expect(failingWording(lastRun(reason, { findings })).detail).toBe(detail);
  });

  test('a status where it is the status, a code where there was no answer', () => {
    expect(failingWording(lastRun('redirect', { httpStatus: 301 })).detail).toBe('redirect 301');
    const failure = { kind: 'tls', phase: 'tls', code: 'CERT_HAS_EXPIRED', message: 'x' } as const;
    expect(failingWording(lastRun('tls', { failure, httpStatus: null })).detail).toBe(
      'tls: CERT_HAS_EXPIRED',
    );
    const large = { kind: 'too_large', phase: 'transfer', code: 'BODY', message: 'x' } as const;
    const refused = lastRun('http_status', { failure: large, httpStatus: 503 });
    expect(unreachableWording(refused).detail).toBe('http_status 503');
  });

  test('is bounded and printable', () => {
    const findings = [aFinding({ observed: `v2\n${'x'.repeat(500)}` })];
    const { detail } = failingWording(lastRun('version', { findings }));
    expect(detail).toHaveLength(120);
    expect(detail).toContain('v2\uFFFDxx');
  });

  test('nothing where the latest run shows nothing of it', () => {
    expect(failingWording(lastRun(null)).detail).toBe('');
    expect(failingWording(neverRun('status')).detail).toBe('');
    expect(unreachableWording(lastRun('http_status', { httpStatus: 404 })).detail).toBe('');
    expect(unreachableWording(neverRun('status')).detail).toBe('');
  });
});

describe('a text is its lead and the latest detail', () => {
  const unreachable = { lead: 'status check is unreachable', detail: 'timeout: DEADLINE' };
  const silent = { ...unreachable, detail: '' };

  test.each([
    [unreachable, null, 'status check is unreachable (timeout: DEADLINE)'],
    [
      unreachable,
      'status check is unreachable (reset: X)',
      'status check is unreachable (timeout: DEADLINE)',
    ],
    [silent, 'status check is unreachable (reset: X)', 'status check is unreachable (reset: X)'],
    [silent, 'Storage reports major_outage', 'status check is unreachable'],
    [silent, null, 'status check is unreachable'],
    [plainWording('slower than 5 ms'), null, 'slower than 5 ms'],
    [noAnswerWording('files'), null, 'no fresh answer from the files check'],
    [noAnswerWording('files', neverRun('files')), null, 'no fresh answer from the files check'],
    [noAnswerWording('files', { ...neverRun('files'), cut: true }), null, "the agent's own network is cut"],
  ])('%j after %j', (wording, before, text) => {
    expect(textOf(wording, before)).toBe(text);
  });

  test.each([
    ['Storage reports major_outage', true],
    ['Storage reports major_outage (since noon)', true],
    ['Storage reports major_outages', false],
    ['API reports major_outage', false],
  ])('%s: about that cause: %s', (text, same) => {
    expect(speaksOf(text, 'Storage reports major_outage')).toBe(same);
  });
});

// When a row says that somebody has to look at a certificate or at the contract.
import { describe, expect, it } from 'vitest';
import { certificateMark, contractMark } from '../../../src/publish/page/fleet-marks.ts';
import { aContradiction, aWalk } from '../../fixtures/deviations.ts';
import { aCheckState, aFinding, aRun, aView, nowMs } from '../../fixtures/snapshot.ts';

const dayMs = 86_400_000;
const textOf = (markup: string) => markup.replaceAll(/<[^>]+>/g, '');
const stateOf = (markup: string) => /class="state s-(\w+)"/.exec(markup)?.[1];

describe('the certificate', () => {
  const mark = (leftDays: number | null, error: string | null = null) =>
    certificateMark(
      {
        notAfterMs: leftDays === null ? null : nowMs + leftDays * dayMs,
        subject: 'CN=a',
        issuer: 'CN=b',
        error,
      },
      nowMs,
    ).markup;

  it.each([
    [90, null, 'Certificate 90 d left', undefined],
    [14, null, 'Certificate 14 d left', undefined],
    [13.99, null, 'Certificate 13 d left', 'degraded_performance'],
    [2.99, null, 'Certificate 2 d left', 'partial_outage'],
    [0, null, 'Certificate expired', 'major_outage'],
    [-0.01, 'CERT_HAS_EXPIRED', 'Certificate expired', 'major_outage'],
    [90, 'DEPTH_ZERO_SELF_SIGNED_CERT', 'Certificate: DEPTH_ZERO_SELF_SIGNED_CERT', 'major_outage'],
    [null, null, 'Certificate without a date', 'unknown'],
    [null, 'CERT_REJECTED', 'Certificate: CERT_REJECTED', 'major_outage'],
  ] as const)('with %s days left and error %s', (days, error, text, state) => {
    expect(textOf(mark(days, error))).toBe(text);
    expect(stateOf(mark(days, error))).toBe(state);
  });

  it('is not there without https', () => {
    expect(certificateMark(null, nowMs).markup).toBe('');
  });

  it('has no markup of an error', () => {
    expect(mark(90, '<img src=x>')).not.toContain('<img');
  });
});

describe('the contract', () => {
  const [error, warning, info] = (['error', 'warning', 'info'] as const).map((severity) =>
    aFinding({ severity }),
  );
  const of = (found: (typeof error)[], over: Parameters<typeof aView>[0] = {}) =>
    contractMark(
      aView({
        ...over,
        state: {
          checks: {
            status: aCheckState('status', {
              last: aRun({ findings: found.filter((one) => one !== undefined) }),
            }),
            files: aCheckState('files'),
          },
          ...over.state,
        },
      }),
    ).markup;

  it.each([
    ['nothing', [], 'Contract kept', undefined],
    ['what only differs', [info], 'Contract kept', undefined],
    ['a warning', [warning], 'Contract: 1 warning', 'degraded_performance'],
    ['errors and warnings', [error, warning, error], 'Contract: 2 errors, 1 warning', 'major_outage'],
  ] as const)('with %s found', (_, found, text, state) => {
    expect(textOf(of([...found]))).toBe(text);
    expect(stateOf(of([...found]))).toBe(state);
  });

  it('counts contradictions that are confirmed', () => {
    const contradictions = [aContradiction(), aContradiction({ sinceMs: null })];
    expect(textOf(of([], { state: { contradictions } }))).toBe('Contract: 1 contradiction');
  });

  it('counts what a walk found', () => {
    const files = aCheckState('files', { walk: aWalk({ findings: [aFinding(), aFinding()] }) });
    expect(textOf(of([], { state: { checks: { status: aCheckState('status'), files } } }))).toBe(
      'Contract: 2 warnings',
    );
  });

  it('does not count what was found before a check went stale, and knows nothing of it now', () => {
    const stale = aCheckState('files', { fresh: false, last: aRun({ findings: [aFinding()] }) });
    const fresh = { status: aCheckState('status'), files: stale };
    expect(textOf(of([], { state: { checks: fresh } }))).toBe('Contract unknown');
    expect(textOf(of([], { state: { checks: { files: stale } } }))).toBe('Contract unknown');
    expect(textOf(of([], { state: { checks: {} } }))).toBe('Contract unknown');
  });

  it.each(['reset', 'http_status'] as const)('is not called kept by a run that failed: %s', (reason) => {
    const checks = { status: aCheckState('status', { last: aRun({ reason }) }), files: aCheckState('files') };
    expect(textOf(of([], { state: { checks } }))).toBe('Contract unknown');
  });
});

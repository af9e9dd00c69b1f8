// What one answer means beyond its shape: version, unique ids, words, and a clock that is ahead.
import { describe, expect, test } from 'vitest';
import { answer, fixture, nowMs } from '../fixtures/observation.ts';
import { deploymentOf, runOf, said } from './round.ts';

const files = deploymentOf('file-storage');
const status = (body: string, deployment = files) => runOf(deployment, 'status', answer('status', body));

describe('meaning.version', () => {
  test('is the version of the path', () => {
    const result = status(fixture('status-wrong-version'));
    expect(said(result)).toEqual(['error meaning.version version: v2']);
    expect(result.reason).toBe('version');
    expect(said(status(fixture('status-wrong-version').replace('"v2"', '"V1"')))).toEqual([
      'error meaning.version version: V1',
    ]);
  });

  test('cannot be excused by lowering what finds it missing', () => {
    const rules = { 'shape.required': 'off' } as const;
    const lenient = deploymentOf('file-storage', { rules });
    const body = fixture('status-v1-file-storage').replace('"version": "v1",', '');
    expect(said(status(body, lenient))).toEqual(['error meaning.version version: missing']);
  });
});

describe('meaning.ids_duplicate', () => {
  test('a code that is listed three times is told once, at its second place', () => {
    const result = runOf(
      deploymentOf('monitoring'),
      'regions',
      answer('regions', fixture('regions-wrong-formats')),
    );
    expect(said(result).filter((line) => line.includes('ids_duplicate'))).toEqual([
      'info meaning.ids_duplicate data[2].code: fra1',
    ]);
  });
});

describe('drift.unknown_word', () => {
  test('overall and components: raw, each where it stands; known words in any spelling are none', () => {
    const result = status(fixture('status-other-words'));
    expect(said(result)).toEqual([
      'info drift.unknown_word status: brownout',
      'info drift.unknown_word components[1].status: on fire',
      'info drift.unknown_word components[2].status: ',
    ]);
    expect(result.reason).toBeNull();
  });

  test('regions', () => {
    const result = runOf(
      deploymentOf('compute'),
      'regions',
      answer('regions', fixture('regions-wrong-formats')),
    );
    expect(said(result)).toContain('info drift.unknown_word data[2].status: cordoned');
    expect(said(result).filter((line) => line.includes('unknown_word'))).toHaveLength(1);
  });

  test('a word that the deployment explains is known', () => {
    const explained = deploymentOf('file-storage', { statusWords: { brownout: 'partial_outage' } });
    const words = said(status(fixture('status-other-words'), explained));
    expect(words).not.toContain('info drift.unknown_word status: brownout');
    expect(words).toHaveLength(2);
  });
});

describe('freshness.updated_at_future', () => {
  test.each([
    ['2026-11-20T10:00:05Z', 0, 0],
    ['2026-11-20T10:00:06Z', 0, 1],
    ['2026-11-20T10:01:05Z', 60_000, 0],
    ['2026-11-20T10:00:00Z', -60_000, 1],
    ['2020-01-01T00:00:00Z', 0, 0],
    ['9999-12-31 in no form', 0, 0],
  ])('%s where the fleet is %i ms ahead: %i findings', (updatedAt, fleetSkewMs, findings) => {
    const body = fixture('status-v1-file-storage').replace('2026-11-20T09:59:58Z', updatedAt);
    const date = new Date(nowMs + fleetSkewMs).toUTCString();
    const result = runOf(files, 'status', answer('status', body, { date }), fleetSkewMs);
    const future = said(result).filter((line) =>
      line.startsWith('warning freshness.updated_at_future updated_at'),
    );
    expect(future).toHaveLength(findings);
    for (const finding of result.findings.filter(({ rule }) => rule.startsWith('freshness.'))) {
      // What came, as it came.
      expect(finding.observed).toBe(updatedAt);
    }
  });
});

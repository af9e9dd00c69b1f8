// What one answer means beyond its shape: each endpoint has its rules, and the version is told whatever happens.
import { describe, expect, test } from 'vitest';
import { answer, fixture } from '../fixtures/observation.ts';
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

test.each([
  '{"object": "list", "data": {}}',
  '{"object": "list", "data": null}',
  '{"object": "list", "data": [null, [], 5, "x", {}]}',
  '{"object": "list", "data": [{"id": {}, "status": [], "checksum": 1, "content_type": null, "runtime": true}]}',
  '{"object": "list", "data": [{"status": "resolved", "created_at": [], "resolved_at": {}, "impact": 0}]}',
  '[]',
])('%s: what cannot be read is for the shape to tell', (body) => {
  const lists = [
    ['monitoring', 'regions'],
    ['monitoring', 'incidents'],
    ['file-storage', 'files'],
    ['media', 'media'],
    ['compute', 'services'],
  ] as const;
  for (const [kind, endpoint] of lists) {
    const { findings } = runOf(deploymentOf(kind), endpoint, answer(endpoint, body));
    expect(findings.filter(({ rule }) => rule.startsWith('meaning.'))).toEqual([]);
  }
});

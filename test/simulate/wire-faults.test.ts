import { describe, expect, it } from 'vitest';
import { type Answer, bodyOf, plain } from '../../src/simulate/answer.ts';
import { applyFaults, type Fault } from '../../src/simulate/faults.ts';

const healthy = plain(200, 'public, max-age=60', { object: 'list', data: [] });

const effects: readonly [Fault, Partial<Answer>][] = [
  [{ type: 'latency', ms: 300 }, { latencyMs: 300 }],
  [
    { type: 'http_status', status: 503, body: 'sorry' },
    { status: 503, text: 'sorry' },
  ],
  [
    { type: 'http_status', status: 404 },
    { status: 404, text: '' },
  ],
  [{ type: 'http_status', status: 200, body: '[]' }, { text: '[]' }],
  [{ type: 'reset' }, { ending: { type: 'reset' } }],
  [{ type: 'hang' }, { ending: { type: 'hang' } }],
  [{ type: 'hang_in_body' }, { ending: { type: 'hang_in_body' } }],
  [{ type: 'drip', bytes: 2, every_ms: 20 }, { ending: { type: 'drip', bytes: 2, everyMs: 20 } }],
  [{ type: 'wrong_media_type', media_type: 'text/html' }, { mediaType: 'text/html' }],
  [{ type: 'wrong_cache_control', cache_control: 'max-age=1' }, { cacheControl: 'max-age=1' }],
  [{ type: 'age', seconds: 30 }, { ageSeconds: 30 }],
  [{ type: 'date_offset', offset_s: -90 }, { dateOffsetMs: -90_000 }],
  [{ type: 'truncated_json' }, { truncated: true }],
  [{ type: 'invalid_json' }, { text: '{"status": operational,}' }],
  [{ type: 'oversized', bytes: 2_000_000 }, { padToBytes: 2_000_000 }],
  [{ type: 'gzip' }, { gzip: true }],
];

it.each(effects)('%j changes exactly that of an answer', (fault, change) => {
  expect(applyFaults(healthy, 'files', [fault])).toEqual({ ...healthy, ...change });
});

describe.each(['truncated_json', 'invalid_json'] as const)('%s', (type) => {
  it('cannot be read as JSON', () => {
    const body = bodyOf(applyFaults(healthy, 'files', [{ type }])).toString();
    expect(() => JSON.parse(body)).toThrow(SyntaxError);
  });
});

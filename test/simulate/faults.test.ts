import { describe, expect, it } from 'vitest';
import { plain } from '../../src/simulate/answer.ts';
import { applyFaults, type Fault, faultTypes, parseFaults } from '../../src/simulate/faults.ts';

const healthy = plain(200, 'no-store', { object: 'list', data: [] });

it('the types of faults', () => {
  expect(faultTypes).toEqual([
    'wrong_version',
    'lost_component',
    'renamed_component',
    'component_word',
    'overall_word',
    'unknown_word',
    'region',
    'updated_at',
    'field_added',
    'field_removed',
    'field_value',
    'duplicate_ids',
    'empty_list',
    'ignore_limit',
    'cursor_loop',
    'other_resource',
    'incident_unresolved',
    'latency',
    'http_status',
    'reset',
    'hang',
    'hang_in_body',
    'drip',
    'wrong_media_type',
    'wrong_cache_control',
    'age',
    'date_offset',
    'truncated_json',
    'invalid_json',
    'oversized',
    'gzip',
  ]);
});

it('faults are taken as they stand', () => {
  const faults = [
    { type: 'latency', ms: 300, endpoint: 'status' },
    { type: 'component_word', component: 'Storage', word: 'major_outage' },
  ];
  expect(parseFaults('file-storage', faults)).toEqual({ faults });
});

describe('what is wrong is told with its path', () => {
  it.each([
    [undefined, 'faults: expected a JSON list of at most 32 faults'],
    [{ type: 'reset' }, 'faults: expected a JSON list of at most 32 faults'],
    [[{ type: 'reset' }, 3], 'faults[1]: Invalid input: expected object, received number'],
    [[{ type: 'latency', ms: 'x' }], 'faults[0].ms: Invalid input: expected number, received string'],
    [[{ type: 'latency', ms: -1 }], 'faults[0].ms: Too small: expected number to be >=0'],
    [[{ type: 'reset', hard: true }], 'faults[0]: Unrecognized key: "hard"'],
    [[{ type: 'http_status', status: 103 }], 'faults[0].status: Too small: expected number to be >=200'],
    [
      [{ type: 'wrong_media_type', media_type: 'a\r\nSet-Cookie: x' }],
      'faults[0].media_type: expected printable ASCII',
    ],
    [[{ type: 'hang', endpoint: 'regions' }], 'faults[0].endpoint: expected one of status, files'],
    [
      [{ type: 'lost_component', component: 'Registry' }],
      'faults[0].component: expected one of API, Upload Service, Storage, Virus Scanning',
    ],
  ])('%j', (value, problem) => {
    expect(parseFaults('file-storage', value)).toEqual({ problems: [problem] });
  });

  it('an unknown type is answered with those there are', () => {
    expect(parseFaults('media', [{ type: 'gremlins' }])).toEqual({
      problems: [`faults[0].type: expected one of ${faultTypes.join(', ')}`],
    });
  });

  it('all at once', () => {
    expect(parseFaults('media', [{ type: 'drip' }])).toMatchObject({
      problems: [expect.stringMatching(/^faults\[0\]\.bytes: /), expect.stringMatching(/\.every_ms: /)],
    });
  });

  it('too many are refused', () => {
    const many = Array.from({ length: 33 }, () => ({ type: 'gzip' }));
    expect(parseFaults('media', many)).toEqual({
      problems: ['faults: expected a JSON list of at most 32 faults'],
    });
  });
});

describe('faults in an answer', () => {
  const slowFiles: Fault = { type: 'latency', ms: 5, endpoint: 'files' };

  it('are those of its endpoint, and those of no endpoint', () => {
    const faults: Fault[] = [slowFiles, { type: 'gzip' }];
    expect(applyFaults(healthy, 'files', faults)).toEqual({ ...healthy, latencyMs: 5, gzip: true });
    expect(applyFaults(healthy, 'status', faults)).toEqual({ ...healthy, gzip: true });
  });

  it('the later wins where two contradict each other', () => {
    expect(applyFaults(healthy, 'files', [slowFiles, { type: 'latency', ms: 9 }]).latencyMs).toBe(9);
  });

  it('none change nothing', () => {
    expect(applyFaults(healthy, 'files', [])).toEqual(healthy);
  });
});

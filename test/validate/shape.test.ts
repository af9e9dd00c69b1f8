// The document's shape: what each of the seven endpoints answers with, and every way not to.
import { describe, expect, test } from 'vitest';
import type { EndpointName } from '../../src/contract/endpoints.ts';
import { findEndpoint } from '../../src/contract/endpoints.ts';
import type { kinds } from '../../src/contract/kinds.ts';
import { collectFindings } from '../../src/validate/finding.ts';
import { checkShape } from '../../src/validate/shape.ts';
import { answer, fixture } from '../fixtures/observation.ts';
import { checkOf, deploymentOf, runOf, said } from './round.ts';

type KindName = keyof typeof kinds;
const run = (kind: KindName, endpoint: EndpointName, body: string, rules = {}) =>
  runOf(deploymentOf(kind, { rules }), endpoint, answer(endpoint, body));

/** What the shape rules say; `{}` breaks others beside them. */
const shapeSaid = (kind: KindName, endpoint: EndpointName, body: string) =>
  said(run(kind, endpoint, body)).filter((line) => line.includes(' shape.'));

test.each([
  ['file-storage', 'status', 'status-v1-file-storage'],
  ['file-storage', 'files', 'files'],
  ['media', 'status', 'status-v1-media'],
  ['media', 'media', 'media'],
  ['monitoring', 'status', 'status-v2-monitoring'],
  ['monitoring', 'regions', 'regions'],
  ['monitoring', 'incidents', 'incidents'],
  ['compute', 'status', 'status-v2-compute'],
  ['compute', 'regions', 'regions'],
  ['compute', 'services', 'services'],
] as const)('%s answers %s as documented', (kind, endpoint, name) => {
  expect(said(run(kind, endpoint, fixture(name)))).toEqual([]);
});

describe('shape.envelope', () => {
  test.each([
    ['status', '[]', 'array'],
    ['status', 'null', 'null'],
    ['status', '[{}]', 'array'],
    ['status', '"operational"', 'string "operational"'],
    ['regions', '[]', 'array'],
    ['regions', 'true', 'boolean true'],
  ] as const)('%s may not be %s', (endpoint, body, observed) => {
    expect(shapeSaid('monitoring', endpoint, body)).toEqual([`error shape.envelope : ${observed}`]);
    expect(run('monitoring', endpoint, body)).toMatchObject({ reason: 'schema', claims: null });
  });

  test('a list has object and data, of their values', () => {
    expect(shapeSaid('monitoring', 'regions', '{}')).toEqual([
      'error shape.envelope object: missing',
      'error shape.envelope data: missing',
    ]);
    const { findings, claims } = run('monitoring', 'regions', fixture('regions-wrong-envelope'));
    expect(findings).toMatchObject([
      { path: 'object', expected: 'string "list"', observed: 'string "regions"' },
      { path: 'data', expected: 'array', observed: 'object' },
    ]);
    expect(claims).toBeNull();
  });

  test('a wrong object ends the claims of a list that could be read, unless the rule is lowered', () => {
    const body = '{"object": "items", "data": []}';
    expect(run('monitoring', 'regions', body).claims).toBeNull();
    const lowered = run('monitoring', 'regions', body, { 'shape.envelope': 'warning' });
    expect(lowered).toMatchObject({ reason: null, claims: { items: 0 } });
  });
});

describe('shape.required', () => {
  test('every field of the status document', () => {
    expect(shapeSaid('file-storage', 'status', '{}')).toEqual(
      ['status', 'version', 'region', 'components', 'updated_at'].map(
        (field) => `error shape.required ${field}: missing`,
      ),
    );
  });

  test.each([
    ['file-storage', 'files', ['id', 'created_at', 'filename', 'bytes', 'checksum']],
    ['media', 'media', ['id', 'created_at', 'content_type', 'bytes', 'width', 'height', 'status']],
    ['monitoring', 'regions', ['code', 'name', 'zone', 'country', 'status']],
    ['monitoring', 'incidents', ['id', 'created_at', 'title', 'status', 'impact']],
    ['compute', 'services', ['id', 'created_at', 'name', 'runtime', 'replicas', 'status']],
  ] as const)('%s: every field of an item of %s', (kind, endpoint, fields) => {
    const result = run(kind, endpoint, '{"object": "list", "data": [{}]}');
    expect(said(result)).toEqual(fields.map((field) => `error shape.required data[0].${field}: missing`));
    expect(result.reason).toBe('schema');
  });
});

test('shape.type: each wrong type with its path, what was expected and what came', () => {
  const { findings, reason } = run('file-storage', 'status', fixture('status-wrong-types'));
  const types = findings.filter(({ rule }) => rule === 'shape.type');
  expect(types.map(({ path, expected, observed }) => [path, expected, observed])).toEqual([
    ['status', 'string', 'null'],
    ['version', 'string', 'number 1'],
    ['region', 'string', 'array'],
    ['components[1].name', 'string', 'number 12.5'],
    ['components[1].status', 'string', 'boolean true'],
    ['components[2]', 'object', 'string "Storage"'],
    ['updated_at', 'string', 'number 1795168798'],
  ]);
  expect(findings).toContainEqual(
    expect.objectContaining({ rule: 'shape.required', path: 'components[3].status' }),
  );
  expect(reason).toBe('schema');
});

describe('shape.format', () => {
  const lists: Record<string, unknown> = JSON.parse(fixture('lists-wrong-formats'));

  test.each([
    [
      'file-storage',
      'files',
      [
        'warning shape.format data[0].id: string "file_7hQ2m0"',
        'warning shape.format data[0].created_at: string "2026-10-02T08:15:00.000Z"',
        'warning shape.format data[0].checksum: string "9f86d081884c7d65"',
      ],
    ],
    [
      'media',
      'media',
      [
        'error shape.type data[0].bytes: number 10485760.5',
        'error shape.type data[0].width: string "1920"',
        'error shape.type data[0].height: number 1080.5',
        'warning shape.format data[0].id: string "med_"',
        'warning shape.format data[0].created_at: string "2026-10-02T08:15:00+00:00"',
      ],
    ],
    [
      'monitoring',
      'incidents',
      [
        'error shape.type data[0].resolved_at: null',
        'warning shape.format data[0].id: string "20"',
        'warning shape.format data[0].created_at: string "2026-02-30T00:00:00Z"',
      ],
    ],
    [
      'compute',
      'services',
      [
        'warning shape.format data[0].created_at: string "2026-05-05 05:05:05Z"',
        'info drift.unknown_field data[].owner: string "team"',
      ],
    ],
  ] as const)('%s: %s', (kind, endpoint, expected) => {
    expect(said(run(kind, endpoint, JSON.stringify(lists[endpoint])))).toEqual(expected);
  });

  test('codes, zones and countries of regions, with the words of the contract', () => {
    const { findings } = run('monitoring', 'regions', fixture('regions-wrong-formats'));
    const formats = findings.filter(({ rule }) => rule === 'shape.format');
    expect(formats.map(({ path, expected }) => [path, expected])).toEqual([
      ['data[1].code', 'lower-case letters followed by a digit'],
      ['data[1].zone', 'a lower-case, hyphenated zone'],
      ['data[1].country', 'a two-letter upper-case country code'],
    ]);
  });
});

describe('a long list', () => {
  const regions = (count: number, at: number, broken: object) => {
    const region = { code: 'fra1', name: 'F', zone: 'eu-central', country: 'DE', status: 'operational' };
    const data = Array.from({ length: count }, (_, index) => (index === at ? broken : region));
    return run('monitoring', 'regions', JSON.stringify({ object: 'list', data }), {
      'meaning.ids_duplicate': 'off',
    });
  };

  const unnamed = { code: 'fra1', zone: 'eu-central', country: 'DE', status: 'operational' };

  test.each([249, 250, 251, 999, 1_000, 9_999])(
    'a text missing in item %i of 10,000 is found, at its place',
    (at) => {
      expect(said(regions(10_000, at, unnamed))).toEqual([`error shape.required data[${at}].name: missing`]);
    },
  );

  test.each([
    [999, ['warning shape.format data[999].country: string "de"']],
    [1_000, []],
  ])('a format in item %i: those of the first 1,000 items are looked at', (at, expected) => {
    expect(said(regions(10_000, at, { ...unnamed, name: 'F', country: 'de' }))).toEqual(expected);
  });

  test('its envelope is complained of once', () => {
    const data = Array.from({ length: 600 }, () => ({}));
    const body = JSON.stringify({ object: 'lost', data });
    const lowered = { 'shape.required': 'off' } as const;
    expect(said(run('monitoring', 'regions', body, lowered))).toEqual([
      'error shape.envelope object: string "lost"',
    ]);
  });

  describe('a mebibyte of broken items', () => {
    const count = 349_000;
    const lowered = (severity: 'warning' | 'info' | 'off') =>
      ({ 'shape.required': severity, 'shape.type': severity, 'shape.format': severity }) as const;

    test.each([
      ['regions', {}, 250],
      ['regions', lowered('warning'), 250],
      ['regions', lowered('info'), 1_250],
      ['regions', lowered('off'), 250],
      ['status', { ...lowered('off'), 'shape.format': 'error' }, 1_250],
    ] as const)('%s under %j: zod gets at most %i of them to look at', (name, rules, most) => {
      let looked = 0;
      // Read by zod, and by nothing that only asks for a name and a word.
      const item = {
        name: 5,
        code: 5,
        get status() {
          looked++;
          return 5;
        },
      };
      const document = { object: 'list', data: Array(count).fill(item), components: Array(count).fill(item) };
      const deployment = deploymentOf('monitoring', { rules });
      const findings = collectFindings(deployment, checkOf(name));
      const endpoint = findEndpoint('v2', name);
      if (endpoint !== undefined) checkShape(endpoint, document, findings);
      expect(looked).toBeGreaterThan(0);
      expect(looked).toBeLessThanOrEqual(most);
    });

    test.each([
      [{}, 50],
      [lowered('warning'), 50],
      [lowered('info'), 20],
    ])('under %j is told in %i findings', (rules, most) => {
      const body = `{"object":"list","data":[${'{},'.repeat(count)}{}]}`;
      expect(run('monitoring', 'regions', body, rules).findings).toHaveLength(most);
    });
  });
});

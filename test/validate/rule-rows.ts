// The rows of the rule table, by hand from the API document: small edits of healthy answers.
import type { EndpointName } from '../../src/contract/endpoints.ts';
import type { RuleId } from '../../src/contract/rules.ts';
import type { Observation } from '../../src/model/round.ts';
import type { DeploymentOver } from '../fixtures/model.ts';

/** What is changed about a healthy answer, its deployment, and the answers of the same round. */
export interface Edit {
  /** By the paths of findings; undefined takes the field out. */
  readonly set?: Readonly<Record<string, unknown>>;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly over?: Partial<Observation>;
  readonly limit?: number;
  readonly deployment?: DeploymentOver;
  readonly beside?: Readonly<Partial<Record<EndpointName, Edit>>>;
}

/** The answer that is edited, an edit that keeps the rule, one that breaks it, and the path it is told at. */
export type Row = readonly [EndpointName, Edit, Edit, string];

/** Rules without a row, and who decides them. */
export const elsewhere = {
  'freshness.updated_at_backwards': 'memory: the judge',
  'drift.region_changed': 'memory: the judge',
  'drift.list_emptied': 'memory: the judge',
  'drift.expected': 'the comparison with an expect block, which has tests of its own',
  'meaning.pagination': 'walks over pages, which have tests of their own',
} as const satisfies Partial<Record<RuleId, string>>;

type Rowed = Exclude<RuleId, keyof typeof elsewhere>;

const set = (path: string, value: unknown): Edit => ({ set: { [path]: value } });
const gone = (path: string): Edit => set(path, undefined);
const headers = (name: string, value: string | undefined): Edit => ({ headers: { [name]: value } });
const lists = ['regions', 'files', 'media', 'incidents', 'services'] as const;
const all = ['status', ...lists] as const;

const everywhere = (names: readonly EndpointName[], keeps: Edit, breaks: Edit, path: string): Row[] =>
  names.map((name) => [name, keeps, breaks, path]);

function caching(name: EndpointName, keeps: string, breaks: string | undefined): Row {
  const path = 'headers.cache-control';
  return [name, headers('cache-control', keeps), headers('cache-control', breaks), path];
}

/** A second item like the first, but for some fields. */
const items = {
  files: {
    id: 'fil_b',
    created_at: '2026-10-02T08:15:00Z',
    filename: 'a.b',
    bytes: 0,
    checksum: `sha256:${'A'.repeat(64)}`,
  },
  media: {
    id: 'med_b',
    created_at: '2026-10-02T08:15:00Z',
    content_type: 'image/png',
    bytes: 0,
    width: 1,
    height: 1,
    status: 'ready',
  },
  incidents: {
    id: 'inc_b',
    created_at: '2026-11-01T00:00:00Z',
    title: 'Late updates',
    status: 'resolved',
    impact: 'minor',
    resolved_at: '2026-11-01T00:00:00Z',
  },
  services: {
    id: 'svc_b',
    created_at: '2026-05-05T05:05:05Z',
    name: 'search',
    runtime: 'function',
    replicas: 0,
    status: 'running',
  },
} as const;

const firstIds = { files: 'fil_7hQ2m0', media: 'med_c81Kp', incidents: 'inc_20', services: 'svc_edge01' };
const limited = ['files', 'media', 'incidents', 'services'] as const;
const second = (name: keyof typeof items, over = {}): Edit => set('data[1]', { ...items[name], ...over });

/** A timestamp in UTC with a trailing Z and second precision. */
const timestamps = (name: EndpointName, path: string): Row[] =>
  [
    '2026-11-20T09:59:58+00:00',
    '2026-11-20T09:59:58.000Z',
    '2026-11-20T09:59Z',
    '2026-11-20T09:59:58',
    '2026-02-30T00:00:00Z',
  ].map((wrong) => [name, set(path, '2024-02-29T23:59:59Z'), set(path, wrong), path]);

const format = (name: EndpointName, path: string, right: string, ...wrong: string[]): Row[] =>
  wrong.map((each) => [name, set(path, right), set(path, each), path]);

const unresolved = { 'data[0].status': 'investigating', 'data[0].resolved_at': undefined };
const refused = { over: { status: 500, body: '{}' } };

export const rows: Readonly<Record<Rowed, readonly Row[]>> = {
  'transport.status': everywhere(all, {}, { over: { status: 503 } }, ''),
  'transport.content_type': everywhere(
    all,
    headers('content-type', 'Application/JSON; charset=utf-8'),
    headers('content-type', 'text/html'),
    'headers.content-type',
  ),
  'transport.cache_control': [
    caching('status', 'No-Store', 'no-cache'),
    caching('regions', 'max-age=300, public', undefined),
    caching('files', 'max-age=60,public', 'max-age=60'),
    caching('media', 'Public, max-age=60', 'no-store'),
    caching('incidents', 'public, max-age="60"', 'public'),
    caching('services', 'public, max-age=60, immutable', 'public, max-age=61'),
  ],
  'transport.age_on_no_store': [['status', {}, headers('age', '3'), 'headers.age']],
  'transport.date_skew': everywhere(
    all,
    headers('date', 'Fri, 20 Nov 2026 10:00:05 GMT'),
    headers('date', 'Fri, 20 Nov 2026 10:00:06 GMT'),
    'headers.date',
  ),
  'shape.json': everywhere(all, {}, { body: '{"object": ' }, ''),
  'shape.envelope': [
    ...everywhere(['status'], {}, { body: '[]' }, ''),
    ...everywhere(lists, set('data', []), { body: '[]' }, ''),
    ...everywhere(lists, {}, set('object', 'lists'), 'object'),
    ...everywhere(lists, {}, gone('object'), 'object'),
    ...everywhere(lists, {}, set('data', {}), 'data'),
    ...everywhere(lists, {}, gone('data'), 'data'),
  ],
  'shape.not_a_list': [
    ['status', set('meta', 'list'), set('object', 'list'), 'object'],
    ['status', set('links', []), set('data', []), 'data'],
  ],
  'shape.required': [
    ...everywhere(['status'], {}, gone('region'), 'region'),
    ...everywhere(['status'], {}, gone('components[1].status'), 'components[1].status'),
    ...everywhere(['regions'], {}, gone('data[2].country'), 'data[2].country'),
    ...everywhere(['files'], {}, gone('data[0].checksum'), 'data[0].checksum'),
    ...everywhere(['media'], {}, gone('data[0].width'), 'data[0].width'),
    ...everywhere(['incidents'], {}, gone('data[0].impact'), 'data[0].impact'),
    ...everywhere(['services'], {}, gone('data[0].runtime'), 'data[0].runtime'),
  ],
  'shape.type': [
    ['status', set('region', ''), set('region', null), 'region'],
    ['status', {}, set('components[0].name', 1), 'components[0].name'],
    ['regions', set('data[0].name', ''), set('data[0].name', ['Frankfurt']), 'data[0].name'],
    ['files', set('data[0].bytes', 0), set('data[0].bytes', '48213'), 'data[0].bytes'],
    ['media', set('data[0].height', 1e3), set('data[0].height', 0.5), 'data[0].height'],
    ['media', set('data[0].width', 1), set('data[0].width', true), 'data[0].width'],
    ['media', set('data[0].bytes', 1e300), set('data[0].bytes', 1e-300), 'data[0].bytes'],
    ['incidents', {}, set('data[0].resolved_at', null), 'data[0].resolved_at'],
    ['services', set('data[0].replicas', 0), set('data[0].replicas', null), 'data[0].replicas'],
  ],
  'shape.format': [
    ...timestamps('status', 'updated_at'),
    ...timestamps('files', 'data[0].created_at'),
    ...timestamps('media', 'data[0].created_at'),
    ...timestamps('incidents', 'data[0].created_at'),
    ...timestamps('incidents', 'data[0].resolved_at'),
    ...timestamps('services', 'data[0].created_at'),
    ...format('regions', 'data[0].code', 'a0', 'fra', 'FRA1', 'fra11', '1'),
    ...format('regions', 'data[0].zone', 'eu-north-west', 'eu', 'EU-central', 'eu_central'),
    ...format('regions', 'data[0].country', 'XX', 'de', 'DEU', ''),
    ...format('files', 'data[0].id', 'fil_-', 'fil_', 'file_1', 'FIL_1', ''),
    ...format(
      'files',
      'data[0].checksum',
      `sha256:${'0'.repeat(64)}`,
      'sha256',
      'sha256:',
      ':00',
      ' sha256:ab',
      'sha256 :ab',
      '',
    ),
    ...format('files', 'data[0].filename', 'a.tar.gz', 'report', 'report.', ''),
    ...format('media', 'data[0].id', 'med_1', 'med_', 'fil_1'),
    ...format('media', 'data[0].content_type', 'image/svg+xml', 'image', 'image/', '/png'),
    ...format('incidents', 'data[0].id', 'inc_1', 'inc_', '1'),
    ...format('services', 'data[0].id', 'svc_1', 'svc_', 'srv_1'),
  ],
  'meaning.version': [
    ['status', {}, set('version', 'v1'), 'version'],
    ['status', {}, gone('version'), 'version'],
  ],
  'meaning.components_missing': [['status', {}, set('components[3].name', 'incident history'), 'components']],
  'meaning.components_empty': [['status', {}, set('components', []), 'components']],
  'meaning.components_duplicate': [
    ['status', {}, set('components[3].name', 'Monitoring'), 'components[3].name'],
  ],
  'meaning.components_extra': [
    ['status', {}, set('components[4]', { name: 'Billing', status: 'operational' }), 'components[4].name'],
  ],
  'meaning.limit': limited.map((name) => [name, { limit: 1 }, { ...second(name), limit: 1 }, 'data']),
  'meaning.resolved_at': [
    ['incidents', { set: unresolved }, gone('data[0].resolved_at'), 'data[0].resolved_at'],
  ],
  'meaning.resolved_before_created': [
    [
      'incidents',
      set('data[0].resolved_at', '2026-11-01T00:00:00Z'),
      set('data[0].resolved_at', '2026-10-31T23:59:59Z'),
      'data[0].resolved_at',
    ],
  ],
  'meaning.checksum_digest': [
    [
      'files',
      set('data[0].checksum', `sha256:${'aF'.repeat(32)}`),
      set('data[0].checksum', `sha256:${'0'.repeat(63)}`),
      'data[0].checksum',
    ],
    ['files', set('data[0].checksum', 'md5:00'), set('data[0].checksum', 'sha256:0g'), 'data[0].checksum'],
  ],
  'meaning.media_kind': [
    [
      'media',
      set('data[0].content_type', 'Image/PNG'),
      set('data[0].content_type', 'application/pdf'),
      'data[0].content_type',
    ],
  ],
  'meaning.region_unlisted': [
    [
      'status',
      { beside: { regions: {} } },
      { ...set('region', 'Atlantis'), beside: { regions: {} } },
      'region',
    ],
  ],
  'meaning.ids_duplicate': [
    ...everywhere(['regions'], {}, set('data[2].code', 'fra1'), 'data[2].code'),
    ...limited.map((name): Row => {
      return [name, second(name), second(name, { id: firstIds[name] }), 'data[1].id'];
    }),
  ],
  'freshness.updated_at_future': [
    [
      'status',
      set('updated_at', '2026-11-20T10:00:05Z'),
      set('updated_at', '2026-11-20T10:00:06Z'),
      'updated_at',
    ],
  ],
  'freshness.updated_at_old': [
    [
      'status',
      { ...set('updated_at', '2026-11-20T09:59:00Z'), deployment: { updatedAtMaxAgeMs: 60_000 } },
      { ...set('updated_at', '2026-11-20T09:58:59Z'), deployment: { updatedAtMaxAgeMs: 60_000 } },
      'updated_at',
    ],
  ],
  'contradiction.overall_vs_components': [
    ['status', {}, set('components[1].status', 'down'), 'status'],
    [
      'status',
      { set: { status: 'Degraded', 'components[1].status': 'degraded' } },
      set('status', 'degraded'),
      'status',
    ],
  ],
  'contradiction.status_vs_checks': [
    ['status', { beside: { regions: {} } }, { beside: { regions: refused } }, 'status'],
  ],
  'contradiction.incidents_vs_status': [
    ['status', { beside: { incidents: {} } }, { beside: { incidents: { set: unresolved } } }, 'status'],
  ],
  'drift.unknown_field': [
    ...everywhere(['status'], {}, set('links', {}), 'links'),
    ...everywhere(['status'], {}, set('components[2].uptime', 99.9), 'components[].uptime'),
    ...everywhere(lists, {}, set('next_cursor', 'abc'), 'next_cursor'),
    ...everywhere(lists, {}, set('data[0].owner', null), 'data[].owner'),
  ],
  'drift.unknown_word': [
    ['status', set('status', 'Major-Outage'), set('status', 'brownout'), 'status'],
    [
      'status',
      set('components[1].status', 'maintenance'),
      set('components[1].status', 'on fire'),
      'components[1].status',
    ],
    ['regions', set('data[1].status', 'down'), set('data[1].status', 'cordoned'), 'data[1].status'],
    ['files', {}, set('data[0].checksum', 'md5:00'), 'data[0].checksum'],
    ['media', {}, set('data[0].status', 'Ready'), 'data[0].status'],
    ['incidents', {}, set('data[0].status', 'monitoring'), 'data[0].status'],
    ['incidents', {}, set('data[0].impact', 'major'), 'data[0].impact'],
    ['services', {}, set('data[0].status', 'paused'), 'data[0].status'],
    ['services', {}, set('data[0].runtime', 'container'), 'data[0].runtime'],
  ],
};

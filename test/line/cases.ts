// Everything a deployment may answer, well or not, and what the agent must make of it.
import { gzipSync } from 'node:zlib';
import type { Reason, State } from '../../src/model/states.ts';
import {
  type Answer,
  regionsHeaders,
  sendRegions,
  sendStatus,
  statusBody,
  statusHeaders,
} from '../fixtures/target.ts';

/** Where a case is met: at the common target unless said otherwise. */
export type Place = 'target' | 'closed-port' | 'unknown-host' | 'self-signed' | 'expired';

export interface Case {
  readonly place?: Place;
  readonly version?: 'v1' | 'v2';
  readonly answer: Answer;
  readonly state: State;
  readonly reason: Reason | null;
  /** Rules of the findings above info. */
  readonly rules: readonly string[];
  /** A rule at info that must be there. */
  readonly info?: string;
}

const text =
  (body: string | Buffer, headers: Record<string, string> = {}): Answer =>
  (_request, response) => {
    response.writeHead(200, { ...statusHeaders, ...headers }).end(body);
  };
const status =
  (changes: Parameters<typeof statusBody>[1] = {}): Answer =>
  (_request, response) =>
    sendStatus(response, statusBody('v1', changes));
const code =
  (statusCode: number, headers: Record<string, string> = {}): Answer =>
  (_request, response) => {
    response.writeHead(statusCode, headers).end(statusCode === 204 ? undefined : '{"error":"no"}');
  };
/** Bytes as they are, on the bare socket. */
const raw =
  (bytes: () => string): Answer =>
  (request) => {
    request.socket.end(bytes());
  };

const json = () => JSON.stringify(statusBody('v1'));
const api = { name: 'API', status: 'operational' };
const storage = { name: 'Storage', status: 'operational' };
const v2: Answer = (request, response) =>
  request.url?.endsWith('/regions') ? sendRegions(response) : sendStatus(response, statusBody('v2'));

const well = { state: 'operational', reason: null, rules: [] } as const;
const failing = (reason: Reason, ...rules: string[]) => ({ state: 'unknown', reason, rules }) as const;
const down = (reason: Reason, ...rules: string[]) => ({ state: 'major_outage', reason, rules }) as const;

export const cases: Readonly<Record<string, Case>> = {
  'healthy-v1': { answer: status(), ...well },
  'healthy-v2': { version: 'v2', answer: v2, ...well },
  'regions-cache-order': {
    version: 'v2',
    answer: (request, response) =>
      request.url?.endsWith('/regions')
        ? response
            .writeHead(200, { ...regionsHeaders, 'cache-control': 'max-age=300,public' })
            .end(JSON.stringify({ object: 'list', data: [] }))
        : sendStatus(response, statusBody('v2')),
    ...well,
  },
  'regions-fail': {
    version: 'v2',
    answer: (request, response) =>
      request.url?.endsWith('/regions')
        ? code(500)(request, response)
        : sendStatus(response, statusBody('v2')),
    state: 'degraded_performance',
    reason: null,
    rules: ['transport.status', 'contradiction.status_vs_checks'],
  },
  'wrong-version': { answer: status({ version: 'v2' }), ...failing('version', 'meaning.version') },
  'component-missing': {
    answer: status({ components: [api] }),
    ...failing('components', 'meaning.components_missing'),
  },
  'components-empty': {
    answer: status({ components: [] }),
    ...failing('components', 'meaning.components_missing', 'meaning.components_empty'),
  },
  'component-extra': {
    answer: status({ components: [api, storage, { name: 'Cache', status: 'operational' }] }),
    ...well,
    info: 'meaning.components_extra',
  },
  'component-duplicate': {
    answer: status({ components: [api, storage, { name: 'API', status: 'degraded' }] }),
    state: 'degraded_performance',
    reason: null,
    rules: ['meaning.components_duplicate', 'contradiction.overall_vs_components'],
  },
  'component-outage': {
    answer: status({ components: [api, { name: 'Storage', status: 'Major Outage' }] }),
    state: 'major_outage',
    reason: null,
    rules: ['contradiction.overall_vs_components'],
  },
  'word-unseen': {
    answer: status({ components: [api, { name: 'Storage', status: 'sparkling' }] }),
    state: 'unknown',
    reason: null,
    rules: [],
    info: 'drift.unknown_word',
  },
  'object-empty': { answer: text('{}'), ...failing('schema', 'shape.required', 'meaning.version') },
  'array-empty': { answer: text('[]'), ...failing('schema', 'shape.envelope', 'meaning.version') },
  null: { answer: text('null'), ...failing('schema', 'shape.envelope', 'meaning.version') },
  'array-of-object': { answer: text('[{}]'), ...failing('schema', 'shape.envelope', 'meaning.version') },
  html: {
    answer: text('<h1>It works</h1>', { 'content-type': 'text/html' }),
    ...failing('content_type', 'transport.content_type'),
  },
  'html-as-json': { answer: text('<h1>It works</h1>'), ...failing('json', 'shape.json') },
  'body-empty': { answer: text(''), ...failing('json', 'shape.json') },
  bom: {
    answer: (_request, response) => text(`\uFEFF${json()}`)(_request, response),
    ...failing('json', 'shape.json'),
  },
  'utf8-invalid': {
    answer: (_request, response) =>
      text(Buffer.concat([Buffer.from('{"status":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]))(
        _request,
        response,
      ),
    ...failing('json', 'shape.json'),
  },
  'proto-keys': {
    answer: (_request, response) =>
      text(json().replace('{', '{"__proto__":{"status":"down"},"constructor":{"prototype":{}},'))(
        _request,
        response,
      ),
    ...well,
    info: 'drift.unknown_field',
  },
  'brackets-nested': {
    answer: text('['.repeat(100_000) + ']'.repeat(100_000)),
    ...failing('schema', 'shape.envelope', 'meaning.version'),
  },
  'components-ten-thousand': {
    answer: status({
      components: [
        api,
        storage,
        ...Array.from({ length: 10_000 }, (_, index) => ({ name: `c${index}`, status: 'down' })),
      ],
    }),
    state: 'major_outage',
    reason: null,
    rules: ['contradiction.overall_vs_components'],
    info: 'meaning.components_extra',
  },
  'component-name-hostile': {
    answer: status({
      components: [api, storage, { name: `"quoted"\n\\${'x'.repeat(100_000)}`, status: 'operational' }],
    }),
    ...well,
    info: 'meaning.components_extra',
  },
  204: { answer: code(204), ...failing('http_status', 'transport.status') },
  301: { answer: code(301, { location: '/elsewhere' }), ...failing('redirect', 'transport.status') },
  401: { answer: code(401), ...failing('http_status', 'transport.status') },
  404: { answer: code(404), ...failing('http_status', 'transport.status') },
  429: { answer: code(429), ...failing('http_status', 'transport.status') },
  500: { answer: code(500), ...down('http_status', 'transport.status') },
  503: { answer: code(503), ...down('http_status', 'transport.status') },
  '503-too-large': {
    answer: (_request, response) => {
      response.writeHead(503, { 'content-type': 'text/html' }).end(Buffer.alloc(2_000_000, 32));
    },
    ...down('http_status', 'transport.status'),
  },
  '503-undecodable': {
    answer: code(503, { 'content-encoding': 'zstd' }),
    ...down('http_status', 'transport.status'),
  },
  gzip: {
    answer: (_request, response) =>
      text(gzipSync(json()), { 'content-encoding': 'gzip' })(_request, response),
    ...well,
  },
  'gzip-bomb': {
    answer: text(gzipSync(Buffer.alloc(50_000_000)), { 'content-encoding': 'gzip' }),
    ...failing('too_large'),
  },
  'body-50-mb': {
    answer: (_request, response) => {
      response.writeHead(200, statusHeaders);
      const chunk = Buffer.alloc(1_000_000, 32);
      let sent = 0;
      const more = () => {
        while (sent < 50 && !response.destroyed) {
          sent += 1;
          if (!response.write(chunk)) return void response.once('drain', more);
        }
        response.end();
      };
      more();
    },
    ...failing('too_large'),
  },
  drip: {
    answer: (_request, response) => {
      response.writeHead(200, statusHeaders);
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
    },
    ...down('timeout'),
  },
  'hang-headers': { answer: () => undefined, ...down('timeout') },
  'hang-body': {
    answer: (_request, response) => void response.writeHead(200, statusHeaders).write('{'),
    ...down('timeout'),
  },
  refused: { place: 'closed-port', answer: status(), ...down('connect') },
  'host-unknown': { place: 'unknown-host', answer: status(), ...down('dns') },
  // Both would be well, were it not for the certificate.
  'certificate-self-signed': { place: 'self-signed', answer: status(), ...down('tls') },
  'certificate-expired': { place: 'expired', answer: status(), ...down('tls') },
  reset: { answer: (request) => void request.socket.resetAndDestroy(), ...down('reset') },
  'not-http': { answer: raw(() => 'SSH-2.0-OpenSSH_9.2\r\n'), ...down('protocol') },
  'early-hints': {
    answer: (_request, response) => {
      response.writeEarlyHints({ link: '</style.css>; rel=preload' });
      sendStatus(response, statusBody('v1'));
    },
    ...well,
  },
  'http-1.0': {
    answer: raw(
      () => `HTTP/1.0 200 OK\r\nContent-Type: application/json\r\nCache-Control: no-store\r\n\r\n${json()}`,
    ),
    ...well,
  },
  chunked: {
    answer: (_request, response) => {
      response.writeHead(200, statusHeaders);
      const body = json();
      response.write(body.slice(0, 10));
      response.end(body.slice(10));
    },
    ...well,
  },
  charset: {
    answer: (_request, response) =>
      text(json(), { 'content-type': 'Application/JSON; charset=utf-8' })(_request, response),
    ...well,
  },
  'cache-control-missing': {
    answer: (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(json());
    },
    state: 'operational',
    reason: null,
    rules: ['transport.cache_control'],
  },
};

// What the status line and the headers are held to: the API document's "Endpoints" and HTTP itself.
import { describe, expect, test } from 'vitest';
import { answer, failure, fixture, nowMs } from '../fixtures/observation.ts';
import { deploymentOf, runOf, said } from './round.ts';

const monitoring = deploymentOf('monitoring');
const status = (headers: Record<string, string | undefined>, over = {}) =>
  runOf(monitoring, 'status', answer('status', fixture('status-v2-monitoring'), headers, over));
const regions = (headers: Record<string, string | undefined>) =>
  runOf(monitoring, 'regions', answer('regions', fixture('regions'), headers));

describe('transport.status', () => {
  test.each([204, 400, 401, 404, 429, 500, 503, 999])('%i is not the documented answer', (code) => {
    const result = status({}, { status: code });
    expect(said(result)).toEqual([`error transport.status : ${code}`]);
    expect(result).toMatchObject({ reason: 'http_status', claims: null, clockSkewMs: 0 });
  });

  test.each([
    [301, { location: 'https://elsewhere.example/' }, 'redirect', '301 to https://elsewhere.example/'],
    [302, {}, 'http_status', '302'],
    [304, {}, 'http_status', '304'],
    [201, { location: '/new' }, 'http_status', '201'],
  ])('%i %j is %s', (code, headers, reason, observed) => {
    const result = status(headers, { status: code });
    expect(result.reason).toBe(reason);
    expect(result.findings[0]?.observed).toBe(observed);
  });

  test('nothing more is asked of an answer that the document does not show', () => {
    const result = status(
      {
        'content-type': 'text/html',
        'cache-control': 'public',
        age: '5',
        date: 'Thu, 01 Jan 1970 00:00:00 GMT',
      },
      { status: 500, body: '<html>' },
    );
    expect(said(result)).toEqual(['error transport.status : 500']);
  });
});

describe('transport.content_type', () => {
  test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'])(
    '%s is JSON',
    (type) => expect(said(status({ 'content-type': type }))).toEqual([]),
  );

  test.each([
    ['text/html; charset=utf-8'],
    ['application/problem+json'],
    ['application/jsonp'],
    ['text/plain; a=application/json'],
    [''],
    [undefined],
  ])('%s is not, and ends shape', (type) => {
    const result = status({ 'content-type': type }, { body: 'not JSON either' });
    expect(said(result)).toEqual([`error transport.content_type headers.content-type: ${type ?? 'missing'}`]);
    expect(result).toMatchObject({ reason: 'content_type', claims: null });
  });
});

describe('transport.cache_control', () => {
  test.each([
    'public, max-age=300',
    'max-age=300,public',
    'PUBLIC , Max-Age="300"',
    'public, max-age=300, must-revalidate',
  ])('%s says what is documented for regions', (header) => {
    expect(said(regions({ 'cache-control': header }))).toEqual([]);
  });

  test.each([
    ['public'],
    ['max-age=300'],
    ['public, max-age=60'],
    ['public, s-maxage=300'],
    ['no-store'],
    [undefined],
  ])('%s does not', (header) => {
    const result = regions({ 'cache-control': header });
    expect(said(result)).toEqual([
      `warning transport.cache_control headers.cache-control: ${header ?? 'missing'}`,
    ]);
    expect(result.findings[0]?.expected).toBe('public, max-age=300');
    expect(result.reason).toBeNull();
  });

  test.each([
    ['no-store', 0],
    ['No-Store, no-cache', 0],
    ['no-cache', 1],
    ['public, max-age=60', 1],
  ])('status under %s: %i findings', (header, findings) => {
    expect(status({ 'cache-control': header }).findings).toHaveLength(findings);
  });
});

describe('transport.age_on_no_store', () => {
  test('Age on status says that a cache answered; on a list it may', () => {
    expect(said(status({ age: '0' }))).toEqual(['warning transport.age_on_no_store headers.age: 0']);
    expect(said(regions({ age: '0' }))).toEqual([]);
  });
});

describe('transport.date_skew', () => {
  const dateAt = (offsetMs: number) => new Date(nowMs + offsetMs).toUTCString();

  test.each([
    [5_000, 0, 0],
    [-5_000, 0, 0],
    [6_000, 0, 1],
    [-6_000, 0, 1],
    [60_000, 60_000, 0],
    [0, 60_000, 1],
    // Not known yet.
    [3_600_000, null, 0],
  ])('%i ms ahead of us where the fleet is %s ms ahead: %i findings', (offsetMs, fleetSkewMs, findings) => {
    const observation = answer('status', fixture('status-v2-monitoring'), { date: dateAt(offsetMs) });
    const result = runOf(monitoring, 'status', observation, fleetSkewMs);
    expect(result.clockSkewMs).toBe(offsetMs);
    expect(result.findings.map(({ rule }) => rule)).toEqual(Array(findings).fill('transport.date_skew'));
  });

  test.each([
    [undefined],
    [''],
    ['yesterday'],
    ['5'],
    ['2026-11-20T10:00:00Z'],
    ['Fri, 99 Nov 2026 10:00:00 GMT'],
  ])('Date %s tells no time', (date) => {
    const result = status({ date });
    expect(result.clockSkewMs).toBeNull();
    expect(result.findings).toEqual([]);
  });

  test('the clock is compared at the first byte, not after a slow transfer', () => {
    const late = { endedMs: nowMs + 9_000, phases: { first_byte: 15, transfer: 9_000 } };
    expect(status({}, late).clockSkewMs).toBe(0);
  });

  test('the age of a cached list is not skew', () => {
    const result = regions({ date: dateAt(-120_000), age: '120' });
    expect(result.clockSkewMs).toBe(0);
    expect(result.findings).toEqual([]);
  });

  test('a failure has no clock', () => {
    expect(runOf(monitoring, 'status', failure('reset')).clockSkewMs).toBeNull();
  });
});

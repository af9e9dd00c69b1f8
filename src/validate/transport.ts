// What the status line and the headers of an answer say, against the API document's "Endpoints".
import { type Endpoint, parseCacheControl } from '../contract/endpoints.ts';
import type { Observation } from '../model/round.ts';
import { type Reason, reasons } from '../model/states.ts';
import type { Findings } from './finding.ts';

/** Our clock (epoch ms), and how far the median of the fleet's clocks is ahead of it (ms); null: judge no clock. */
export interface Clocks {
  readonly nowMs: number;
  readonly fleetSkewMs: number | null;
}

/** How far clocks may be apart before it is worth a finding: whole seconds on the wire, the way here, NTP. */
export const clockToleranceMs = 5_000;

/**
 * Whether there is a status to judge: a body that was too large or badly encoded came after it, and what comes
 * later in the order of reasons does not hide it.
 */
export function isAnswered({ status, failure }: Observation): boolean {
  return status !== null && (failure === null || rankOf(failure.kind) > rankOf('http_status'));
}

function rankOf(reason: Reason): number {
  return reasons.indexOf(reason);
}

/** Whether the answer is the 200 the document shows; any other status is shown nowhere in it. */
export function checkStatus(observation: Observation, findings: Findings): boolean {
  if (observation.status === 200) return true;
  const location = isRedirect(observation) ? ` to ${observation.headers.location}` : '';
  findings.add({
    rule: 'transport.status',
    path: '',
    message: `the answer is ${observation.status}`,
    expected: '200',
    observed: `${observation.status}${location}`,
  });
  return false;
}

/** 3xx with a Location; it is reported, never followed. */
export function isRedirect({ status, headers }: Observation): boolean {
  return status !== null && status >= 300 && status < 400 && headers.location !== undefined;
}

/** Why a run failed; null where it did not. `transport.status` has two reasons, which only the answer tells apart. */
export function reasonOf(observation: Observation, findings: Findings): Reason | null {
  const reason = findings.reason();
  if (reason === 'http_status' && isRedirect(observation)) return 'redirect';
  // A failure with a finding beside it came after the status, and so does its kind in the order of reasons.
  return reason ?? observation.failure?.kind ?? null;
}

/** Whether the media type is JSON, any parameters aside (RFC 9110, section 8.3.1). */
export function checkContentType({ headers }: Observation, findings: Findings): boolean {
  const header = headers['content-type'];
  if (header === 'application/json') return true;
  const mediaType = header?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType === 'application/json') return true;
  findings.add({
    rule: 'transport.content_type',
    path: 'headers.content-type',
    message: header === undefined ? 'Content-Type is missing' : 'the media type is not JSON',
    expected: 'application/json',
    observed: header ?? 'missing',
  });
  return false;
}

/** Cache-Control has the documented directives, and none beside them takes them back. */
export function checkCaching(endpoint: Endpoint, { headers }: Observation, findings: Findings): void {
  const header = headers['cache-control'];
  if (header !== endpoint.cacheControl && !holds(header ?? '', endpoint.cacheControl)) {
    findings.add({
      rule: 'transport.cache_control',
      path: 'headers.cache-control',
      message: header === undefined ? 'Cache-Control is missing' : 'Cache-Control is not the documented one',
      expected: endpoint.cacheControl,
      observed: header ?? 'missing',
    });
  }
  if (headers.age !== undefined && endpoint.cacheControl === 'no-store') {
    findings.add({
      rule: 'transport.age_on_no_store',
      path: 'headers.age',
      message: 'a cache answered what must not be stored',
      expected: 'no Age header',
      observed: headers.age,
    });
  }
}

/**
 * RFC 9111, section 5.2.2: with one of these, what else an answer allows a shared cache does not hold; with a value it
 * is about some headers alone.
 */
const forbidding = ['no-store', 'no-cache', 'private'];

function holds(header: string, documented: string): boolean {
  const directives = parseCacheControl(header);
  const wanted = parseCacheControl(documented);
  const takenBack = !wanted.has('no-store') && forbidding.some((name) => directives.get(name) === '');
  return !takenBack && [...wanted].every(([name, value]) => directives.get(name) === value);
}

/** RFC 9110, section 5.6.7: the one form a sender may use. */
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** The latest Date that was read: the answers of one second bear the same. */
let latestDate = { text: '', ms: Number.NaN };

/** Epoch ms; NaN for what is no such date. */
function instantOf(date: string): number {
  if (date !== latestDate.text) {
    latestDate = { text: date, ms: httpDate.test(date) ? Date.parse(date) : Number.NaN };
  }
  return latestDate.ms;
}

/**
 * The target's clock less ours, ms; null where the answer bears no readable Date. A cache keeps the Date of the origin
 * and says in Age how old it is (RFC 9111, section 5.1), but some write a Date of their own: the reading nearer to the
 * fleet's clock holds.
 */
export function clockSkewMs(
  { failure, headers, endedMs, phases }: Observation,
  fleetSkewMs: number | null,
): number | null {
  const { date = '', age = '' } = headers;
  const ageMs = age !== '' && /^\d{1,9}$/.test(age) ? Number(age) * 1000 : 0;
  const skewMs = instantOf(date) - (endedMs - (phases.transfer ?? 0));
  if (failure !== null || Number.isNaN(skewMs)) return null;
  const distanceMs = (readingMs: number) => Math.abs(readingMs - (fleetSkewMs ?? 0));
  return distanceMs(skewMs + ageMs) < distanceMs(skewMs) ? skewMs + ageMs : skewMs;
}

/** The skew that the whole fleet shows is our own clock's, and no target's fault. */
export function checkClock(
  skewMs: number | null,
  fleetSkewMs: number | null,
  date: string,
  findings: Findings,
): void {
  if (skewMs === null || fleetSkewMs === null || Math.abs(skewMs - fleetSkewMs) <= clockToleranceMs) return;
  findings.add({
    rule: 'transport.date_skew',
    path: 'headers.date',
    message: `the target's clock is ${((skewMs - fleetSkewMs) / 1000).toFixed(1)} s from ours and the fleet's`,
    expected: `within ${clockToleranceMs / 1000} s`,
    observed: date,
  });
}

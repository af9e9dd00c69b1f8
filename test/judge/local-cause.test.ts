// Which failures may be of our own network, and which show that it works.
import { describe, expect, test } from 'vitest';
import { isLocalCause, isLost, networkOf } from '../../src/judge/local-cause.ts';
import type { Failure, FailureKind, Observation } from '../../src/model/round.ts';
import type { PhaseName } from '../../src/model/states.ts';
import { anObservation } from '../fixtures/model.ts';

function failed(kind: FailureKind, phase: PhaseName, code: string, phases: Observation['phases'] = {}) {
  const failure: Failure = { kind, phase, code, message: code };
  return anObservation(1_000, { failure, status: null, body: null, phases, remoteAddress: null });
}

describe('a local cause', () => {
  test.each<[FailureKind, PhaseName, string]>([
    ['dns', 'dns', 'EAI_AGAIN'],
    ['dns', 'dns', 'LOOKUPS_HANG'],
    ['timeout', 'dns', 'DEADLINE'],
    ['connect', 'connect', 'ENETUNREACH'],
    ['connect', 'connect', 'EHOSTUNREACH'],
    ['connect', 'connect', 'ENETDOWN'],
    ['connect', 'connect', 'EADDRNOTAVAIL'],
    ['connect', 'connect', 'EACCES'],
    ['connect', 'connect', 'EPERM'],
    ['connect', 'connect', 'EINVAL'],
    ['connect', 'connect', 'ETIMEDOUT'],
    ['timeout', 'connect', 'DEADLINE'],
    ['protocol', 'first_byte', 'EHOSTUNREACH'],
  ])('%s in %s: %s', (kind, phase, code) => {
    expect(isLocalCause(failed(kind, phase, code), false)).toBe(true);
    expect(isLocalCause(failed(kind, phase, code), true)).toBe(true);
  });

  test('a deadline on a connection that stood already, with no byte of the answer', () => {
    const silent = failed('timeout', 'first_byte', 'DEADLINE');
    expect(isLocalCause(silent, false)).toBe(true);
    expect(isLocalCause({ ...silent, phases: { connect: 2 } }, false)).toBe(false);
  });
});

describe('no local cause', () => {
  test.each<[FailureKind, PhaseName, string]>([
    ['connect', 'connect', 'ECONNREFUSED'],
    ['connect', 'connect', 'ECONNRESET'],
    ['dns', 'dns', 'ENOTFOUND'],
    ['tls', 'tls', 'CERT_HAS_EXPIRED'],
    ['tls', 'tls', 'ECONNRESET'],
    ['timeout', 'tls', 'DEADLINE'],
    ['timeout', 'transfer', 'DEADLINE'],
    ['reset', 'first_byte', 'ECONNRESET'],
    ['reset', 'transfer', 'ETIMEDOUT'],
    ['protocol', 'transfer', 'HTTP_PARSER'],
    ['too_large', 'transfer', 'BODY'],
  ])('%s in %s: %s', (kind, phase, code) => {
    expect(isLocalCause(failed(kind, phase, code, { connect: 1 }), false)).toBe(false);
  });

  test('an answer, whatever it says', () => {
    expect(isLocalCause(anObservation(1_000, { status: 500 }), false)).toBe(false);
  });
});

describe('through a proxy', () => {
  test.each([
    ['ECONNREFUSED', true],
    ['ECONNRESET', true],
    ['ENOTFOUND', true],
    ['PROXY', true],
    ['PROXY_502', false],
    ['PROXY_407', false],
  ])('that cannot be used (%s) is a local cause (%s), its own answer is none', (code, isLocal) => {
    expect(isLocalCause(failed('connect', 'connect', code), true)).toBe(isLocal);
  });
});

describe('what a cut may have done', () => {
  test.each<[FailureKind, PhaseName, string, boolean]>([
    ['connect', 'connect', 'ENETUNREACH', true],
    ['timeout', 'tls', 'DEADLINE', true],
    ['timeout', 'first_byte', 'DEADLINE', true],
    ['timeout', 'transfer', 'DEADLINE', true],
    ['connect', 'connect', 'ECONNREFUSED', false],
    ['reset', 'first_byte', 'ECONNRESET', false],
  ])('%s in %s, %s: %s', (kind, phase, code, lost) => {
    expect(isLost(failed(kind, phase, code, { connect: 1 }), false)).toBe(lost);
  });

  test('is no answer', () => {
    expect(isLost(anObservation(1_000, { status: 500 }), true)).toBe(false);
  });

  test.each<[FailureKind, PhaseName, string]>([
    ['connect', 'connect', 'ECONNREFUSED'],
    ['reset', 'first_byte', 'ECONNRESET'],
    ['reset', 'transfer', 'CUT'],
  ])('of a proxy that is no more: %s in %s, %s', (kind, phase, code) => {
    expect(isLost(failed(kind, phase, code, { connect: 1 }), true)).toBe(true);
    expect(isLost(failed(kind, phase, code, { connect: 1 }), false)).toBe(false);
  });
});

test.each([
  ['192.0.2.7', '192.0.2'],
  ['::ffff:192.0.2.7', '192.0.2'],
  ['2001:db8:1:2::7', '2001:db8:1'],
  ['2001:0DB8:0001::', '2001:db8:1'],
  ['2001::1:2:3:4:5:6', '2001:0:1'],
  ['fe80::1%eth0', 'fe80:0:0'],
  ['::1', '0:0:0'],
  ['1:2:3:4:5:6:7:8', '1:2:3'],
  ['files.example.com', 'files.example.com'],
])('the network of %s is %s', (host, network) => {
  expect(networkOf(host)).toBe(network);
});

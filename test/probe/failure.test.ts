import { errors } from 'undici';
import { describe, expect, test } from 'vitest';
import type { FailureKind } from '../../src/model/round.ts';
import type { PhaseName } from '../../src/model/states.ts';
import { isOurs, ProbeError, rootCause, toFailure } from '../../src/probe/failure.ts';
import { createWire } from '../../src/probe/wire.ts';

function coded(code: string, message = `said ${code}`): Error {
  return Object.assign(new Error(message), { code });
}

describe('kind by code and phase', () => {
  const table: [code: string, phase: PhaseName, kind: FailureKind][] = [
    ['ENOTFOUND', 'dns', 'dns'],
    ['EAI_AGAIN', 'dns', 'dns'],
    ['ECONNREFUSED', 'connect', 'connect'],
    ['EHOSTUNREACH', 'connect', 'connect'],
    ['ENETUNREACH', 'connect', 'connect'],
    ['EADDRNOTAVAIL', 'connect', 'connect'],
    ['ETIMEDOUT', 'connect', 'connect'],
    ['ECONNRESET', 'tls', 'tls'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls', 'tls'],
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'first_byte', 'tls'],
    ['ECONNRESET', 'first_byte', 'reset'],
    ['ECONNRESET', 'transfer', 'reset'],
    ['EPIPE', 'first_byte', 'reset'],
    ['ETIMEDOUT', 'transfer', 'reset'],
    ['UND_ERR_SOCKET', 'first_byte', 'reset'],
    ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'transfer', 'protocol'],
    ['UND_ERR_HEADERS_OVERFLOW', 'transfer', 'too_large'],
    ['ERR_BUFFER_TOO_LARGE', 'transfer', 'too_large'],
    ['Z_DATA_ERROR', 'transfer', 'encoding'],
    ['Z_BUF_ERROR', 'transfer', 'encoding'],
    ['ERR__ERROR_FORMAT_PADDING_1', 'transfer', 'encoding'],
  ];
  test.each(table)('%s in %s is %s', (code, phase, kind) => {
    expect(toFailure(coded(code), phase)).toEqual({ kind, phase, code, message: `said ${code}` });
    expect(isOurs(coded(code), phase)).toBe(false);
  });
});

test('what we raise ourselves keeps its kind in every phase', () => {
  const deadline = new ProbeError('timeout', 'DEADLINE', 'too late');
  expect(toFailure(deadline, 'dns')).toMatchObject({ kind: 'timeout', phase: 'dns', code: 'DEADLINE' });
});

test('what is not HTTP is protocol, though its error bears no code', () => {
  const error = new errors.HTTPParserError('not HTTP');
  expect(toFailure(error, 'transfer')).toMatchObject({ kind: 'protocol', code: 'HTTP_PARSER' });
});

test('of several addresses that failed, the first names the code and all are told', () => {
  const error = new AggregateError([
    coded('ECONNREFUSED', '::1 refused'),
    coded('ETIMEDOUT', '127.0.0.1 late'),
  ]);
  const failure = toFailure(error, 'connect');
  expect(failure).toMatchObject({ code: 'ECONNREFUSED', message: '::1 refused; 127.0.0.1 late' });
});

test.each([
  [['ENETUNREACH', 'ECONNREFUSED'], 'ECONNREFUSED'],
  [['ETIMEDOUT', 'EHOSTUNREACH', 'ECONNRESET'], 'ECONNRESET'],
  [['ENETUNREACH', 'EHOSTUNREACH'], 'ENETUNREACH'],
  // An address family that is forbidden (a prohibited route, a firewall), routed nowhere, or has no link.
  [['EACCES', 'ECONNREFUSED'], 'ECONNREFUSED'],
  [['EPERM', 'ECONNREFUSED'], 'ECONNREFUSED'],
  [['EINVAL', 'ECONNREFUSED'], 'ECONNREFUSED'],
  [['ENETDOWN', 'ECONNREFUSED'], 'ECONNREFUSED'],
  [['EACCES', 'ETIMEDOUT'], 'EACCES'],
])('of %j the code is %s: an answer says more than that nothing came', (codes, code) => {
  const error = new AggregateError(codes.map((each) => coded(each)));
  expect(toFailure(error, 'connect')).toMatchObject({ kind: 'connect', code });
});

describe('we failed, and not the target', () => {
  test.each<[string, PhaseName]>([
    ['EMFILE', 'dns'],
    ['EMFILE', 'connect'],
    ['ENFILE', 'connect'],
    ['ENOBUFS', 'connect'],
    ['ENOMEM', 'transfer'],
    ['UND_ERR_INVALID_ARG', 'first_byte'],
    ['ERR_INVALID_URL', 'first_byte'],
  ])('%s in %s', (code, phase) => {
    expect(isOurs(coded(code), phase)).toBe(true);
    expect(isOurs(new ProbeError('connect', code, 'the proxy could not be used'), phase)).toBe(true);
    expect(isOurs(new AggregateError([coded(code), coded('ETIMEDOUT')]), phase)).toBe(true);
  });

  test.each([
    ['an error without code', new TypeError('x is undefined')],
    ['a thrown string', 'boo'],
    ['an empty AggregateError', new AggregateError([], 'none')],
  ])('%s, where no phase tells what it is', (_name, error) => {
    expect([isOurs(error, 'first_byte'), isOurs(error, 'transfer')]).toEqual([true, true]);
    expect(isOurs(error, 'tls')).toBe(false);
    expect(toFailure(error, 'tls')).toMatchObject({ kind: 'tls', code: 'INTERNAL' });
  });
});

test('a message is at most 200 characters', () => {
  expect(toFailure(new Error('x'.repeat(5000)), 'dns').message).toHaveLength(200);
});

describe('the root cause behind what undici reports', () => {
  const closed = coded('UND_ERR_SOCKET');
  const alert = coded('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED');
  const broken = new errors.HTTPParserError('Invalid EOF state');
  const mismatch = new errors.ResponseContentLengthMismatchError();

  test('is the TLS alert that only our listener saw', () => {
    expect(rootCause(closed, { ...createWire(), error: alert }, null)).toBe(alert);
  });
  test.each([broken, mismatch])('of a body broken by the end of the connection is the cut', (error) => {
    // undici destroys the socket with its error, so our listener sees that very one.
    expect(rootCause(error, { ...createWire(), error, ended: true }, 200)).toMatchObject({
      kind: 'reset',
      code: 'CUT',
    });
  });
  test('of a body broken by a reset is the reset', () => {
    const error = coded('ECONNRESET');
    expect(rootCause(mismatch, { ...createWire(), error }, 200)).toBe(error);
  });
  test('is a broken answer where the connection did not end, or no status came', () => {
    expect(rootCause(broken, createWire(), 200)).toBe(broken);
    expect(rootCause(broken, { ...createWire(), ended: true }, null)).toBe(broken);
  });
});

import { X509Certificate } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { readCertificate, verificationError } from '../../src/probe/certificate.ts';
import { pem } from './target.ts';

const showing = (certificate: object | undefined) =>
  ({ getPeerX509Certificate: () => certificate }) as unknown as TLSSocket;

describe('what was shown', () => {
  test('names on one line, the end of validity as an instant, and why it was not trusted', () => {
    expect(readCertificate(showing(new X509Certificate(pem('expired'))), 'CERT_HAS_EXPIRED')).toEqual({
      notAfterMs: Date.UTC(2025, 0, 1),
      subject: 'CN=localhost',
      issuer: 'CN=Picket test CA',
      error: 'CERT_HAS_EXPIRED',
    });
  });
  test('nothing', () => {
    expect(readCertificate(showing(undefined), null)).toBeNull();
  });
  test.each(['Bad time value', '', 'Jan  1 00:00:00 168996 GMT', 'Jxn  1 00:00:00 2030 GMT'])(
    'a date that is none: %j',
    (validTo) => {
      expect(
        readCertificate(showing({ validTo, subject: 'CN=a', issuer: 'CN=b' }), null)?.notAfterMs,
      ).toBeNull();
    },
  );
  test('names are bounded, and may be absent', () => {
    const odd = {
      validTo: 'Jan  1 00:00:00 2030 GMT',
      subject: `CN=${'x'.repeat(10_000)}`,
      issuer: undefined,
    };
    const read = readCertificate(showing(odd), null);
    expect([read?.subject.length, read?.issuer]).toEqual([200, '']);
    const lines = readCertificate(showing({ ...odd, subject: 'O=a\n'.repeat(1_000) }), null);
    expect(lines?.subject).toHaveLength(200);
  });
});

test.each([
  [true, undefined, null],
  [false, 'CERT_HAS_EXPIRED', 'CERT_HAS_EXPIRED'],
  [false, null, 'UNAUTHORIZED'],
])('authorized %s with %s is %s', (authorized, authorizationError, code) => {
  expect(verificationError({ authorized, authorizationError } as unknown as TLSSocket)).toBe(code);
});

// How a deployment is reached, and TLS material that cannot work.
import { describe, expect, test } from 'vitest';
import { certificatePem, keyPem, otherKeyPem } from './certificate.ts';
import { configOf, deploymentOf, entryWith, problemsOf } from './reading.ts';

const files = {
  'a.crt': certificatePem,
  'a.key': keyPem,
  'b.key': otherKeyPem,
  'bundle.pem': `# two\n${certificatePem}${certificatePem}`,
  'half.pem': `${certificatePem}-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----\n`,
  'text.pem': 'hello\n',
};
const overTls = (...lines: string[]) => entryWith(...lines).replace('http://a.test', 'https://a.test');

describe('TLS material', () => {
  test('is read, its key a secret', () => {
    const line = 'tls: { ca: bundle.pem, cert: a.crt, key: a.key, server_name: in.test }';
    const { tls } = deploymentOf(overTls(line), { files }).connection;
    expect(tls).toMatchObject({ ca: files['bundle.pem'], cert: certificatePem, serverName: 'in.test' });
    expect(tls?.key?.reveal()).toBe(keyPem);
  });

  test.each([
    ['ca: none.pem', '5:16 deployments[0].tls.ca: a readable PEM file | no such file'],
    ['ca: text.pem', '5:16 deployments[0].tls.ca: PEM certificates | a file that holds something else'],
    ['ca: half.pem', '5:16 deployments[0].tls.ca: PEM certificates | a file that holds something else'],
    ['cert: a.crt', '5:10 deployments[0].tls.key: cert and key together | no key'],
    ['key: a.key', '5:10 deployments[0].tls.cert: cert and key together | no cert'],
    [
      'cert: text.pem, key: a.key',
      '5:18 deployments[0].tls.cert: a PEM certificate | a file that holds something else',
    ],
    [
      'cert: a.crt, key: b.key',
      "5:30 deployments[0].tls.key: the certificate's own PEM key, not encrypted | ERR_OSSL_X509_KEY_VALUES_MISMATCH",
    ],
    [
      'cert: a.crt, key: text.pem',
      "5:30 deployments[0].tls.key: the certificate's own PEM key, not encrypted | ERR_OSSL_UNSUPPORTED",
    ],
    ['server_name: 10.0.0.1', '5:25 deployments[0].tls.server_name: a host name | "10.0.0.1"'],
    [
      'insecure: true',
      '5:12 deployments[0].tls.insecure: one of the keys ca, cert, key, server_name | "insecure"',
    ],
  ])('%s', (tls, problem) => {
    expect(problemsOf(overTls(`tls: { ${tls} }`), { files })).toEqual([problem]);
  });

  test('is one value for all that share it, and wrong only once', () => {
    const entries = ['a', 'b'].map((id) => `  - { id: ${id}, base_url: "https://${id}.test", kind: media }`);
    const text = (ca: string) => [`defaults: { tls: { ca: ${ca} } }`, 'deployments:', ...entries].join('\n');
    const [a, b] = configOf(text('a.crt'), { files }).deployments;
    expect(a?.connection.tls).toBe(b?.connection.tls);
    expect(problemsOf(text('text.pem'), { files })).toHaveLength(1);
  });

  test('means nothing without TLS', () => {
    expect(deploymentOf(entryWith('tls: { ca: a.crt }'), { files }).connection.tls).toBeNull();
  });
});

test('everything said of the way', () => {
  const { connection } = deploymentOf(
    entryWith('proxy: http://u:p@proxy:3128', 'ip_family: 6', 'keep_alive: 5m'),
  );
  expect(connection).toMatchObject({ ipFamily: 6, keepAliveMs: 300_000, tls: null, headers: {} });
  expect(connection.proxy?.reveal()).toBe('http://u:p@proxy:3128');
});

test('a bad proxy is not shown', () => {
  expect(problemsOf(entryWith('proxy: socks5://u:hunter2@proxy'))).toEqual([
    '5:12 deployments[0].proxy: an http or https URL of a proxy, without path, query or fragment | [redacted]',
  ]);
});

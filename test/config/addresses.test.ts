// Which addresses are taken, and what becomes of them.
import { describe, expect, test } from 'vitest';
import {
  basePath,
  baseUrl,
  canaryAddress,
  listenAddress,
  proxyUrl,
  serverName,
} from '../../src/config/addresses.ts';
import { problemsOf } from './reading.ts';

describe('base_url', () => {
  test.each([
    ['http://a.test', 'http://a.test', ''],
    ['https://a.test/', 'https://a.test', ''],
    ['HTTPS://A.test:443/Base/', 'https://a.test', '/Base'],
    ['http://127.0.0.1:7431/a/b//', 'http://127.0.0.1:7431', '/a/b'],
    ['http://[::1]:80/x', 'http://[::1]', '/x'],
    ['http://bücher.test/ü', 'http://xn--bcher-kva.test', '/%C3%BC'],
  ])('%s', (written, origin, path) => {
    expect(baseUrl.parse(written)).toEqual({ written, origin, path });
  });

  test.each([
    'a.test',
    'ftp://a.test',
    'http:a.test',
    'http:\\\\a.test',
    'http:///a',
    'http://u@a.test',
    'http://u:p@a.test',
    'http://a.test?q=1',
    'http://a.test?',
    'http://a.test#f',
    'http://a.test/a b',
    'http://a.test/\n',
    'http://a.test:99999',
    `http://a.test/${'x'.repeat(2_048)}`,
  ])('%j is none', (written) => {
    expect(baseUrl.safeParse(written).success).toBe(false);
  });

  test('what may be a secret in it is not shown', () => {
    const [problem] = problemsOf(
      'deployments:\n  - { id: a, kind: media, base_url: "http://u:p/w@a.test/?k=s" }',
    );
    expect(problem).toBe(
      '2:37 deployments[0].base_url: an http or https URL without user, query or fragment | "http://[redacted]@a.test/?[redacted]"',
    );
  });
});

test.each([
  [
    proxyUrl,
    ['http://proxy:3128', 'https://u:p@proxy/'],
    ['proxy:3128', 'socks5://p', 'http://p/path', 'http://p?q', ''],
  ],
  [
    serverName,
    ['files.internal', 'a', 'x-1.b2'],
    ['10.0.0.1', '::1', 'a..b', '-a', 'a:1', '', `${'a'.repeat(64)}.b`],
  ],
  [
    listenAddress,
    ['127.0.0.1:0', '[::1]:7425', 'localhost:65535', '0.0.0.0:80'],
    [':80', '80', 'a:65536', '::1:80', 'a:', 'a:b', 'http://a:80'],
  ],
  [
    canaryAddress,
    ['a.test:443', '[2606:4700:4700::1111]:53', '1.1.1.1:65535', 'a:80'],
    ['a.test', 'a.test:0', 'a:00', '999.1.1.1:80', '[::g]:80', '[1.1]:80', 'a:65536', 'http://a:80'],
  ],
  [basePath, ['/', '/a', '/a/b.c/'], ['', 'a', '//', '/a//b', '/../a', '/a?b', '/a b']],
])('an address of its kind', (schema, right, wrong) => {
  expect(right.filter((text) => !schema.safeParse(text).success)).toEqual([]);
  expect(wrong.filter((text) => schema.safeParse(text).success)).toEqual([]);
});

test('base_path loses its trailing slash', () => {
  expect(basePath.parse('/picket/')).toBe('/picket');
});

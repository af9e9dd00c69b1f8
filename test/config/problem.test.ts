// How paths and values are written in a problem.
import { expect, test } from 'vitest';
import { formatPath, locateAll } from '../../src/config/problem.ts';
import { readSource } from '../../src/config/source.ts';
import { outsideOf } from './reading.ts';

test.each([
  [[], ''],
  [['deployments', 0, 'endpoints', 'status', 'interval'], 'deployments[0].endpoints.status.interval'],
  [['rules', 'shape.type'], 'rules["shape.type"]'],
  [['a', 'b"\n'], 'a["b\\"\\n"]'],
  [['headers', 'X-A'], 'headers.X-A'],
  [['headers', 'Bearer x'], 'headers.[redacted]'],
  [['base_url:u:S3cr3t@host'], '["[redacted]@host"]'],
])('%j', (path, text) => {
  expect(formatPath(path)).toBe(text);
});

const source = readSource(
  'a: text\nb: [1, true, null]\nc: {}\nproxy: secret\ntls: { key: secret, ca: shown }\nheaders: { d: secret }\nurl: https://u:p@h/x?q=1#f\nlong: ' +
    'x'.repeat(200),
  outsideOf({}),
);

test.each([
  [['a'], '1:4', '"text"'],
  [['b'], '2:4', 'a list'],
  [['b', 1], '2:8', 'true'],
  [['b', 2], '2:14', 'nothing'],
  [['c'], '3:4', 'a mapping'],
  [['c', 'missing', 'deeper'], '3:4', 'nothing'],
  [['missing'], '1:1', 'nothing'],
  [['proxy'], '4:8', '[redacted]'],
  [['tls', 'key'], '5:13', '[redacted]'],
  [['tls', 'ca'], '5:25', '"shown"'],
  [['headers', 'd'], '6:15', '[redacted]'],
  [['url'], '7:6', '"https://[redacted]@h/x?[redacted]"'],
  [['long'], '8:7', `"${'x'.repeat(98)}…`],
])('the value at %j', (path, place, observed) => {
  const [problem] = locateAll('f', source, [{ path, expected: 'e' }]);
  expect(`${problem?.line}:${problem?.column}`).toBe(place);
  expect(problem).toMatchObject({ file: 'f', expected: 'e', observed });
});

test.each([
  ['u:S3cr3t@host', '[redacted]@host'],
  ['http:u:S3cr3t@host', '[redacted]@host'],
  ['//u:S3cr3t@host', '[redacted]@host'],
  ['u:S3cr3t@x@host/p', '[redacted]@host/p'],
  ['https://u:S3cr3t/x?y#z@host', 'https://[redacted]@host'],
  ['S3cr3t://u@host', '[redacted]@host'],
  ['host/p?key=S3cr3t', 'host/p?[redacted]'],
  ['http://host#S3cr3t', 'http://host#[redacted]'],
  ['really?', 'really?'],
])('%s as a value and as a key', (text, shown) => {
  const written = readSource(JSON.stringify({ base_url: text, [text]: 1 }), outsideOf({}));
  const [value] = locateAll('f', written, [{ path: ['base_url'], expected: 'e' }]);
  const [key] = locateAll('f', written, [{ path: [text], atKey: true, expected: 'e' }]);
  expect([value?.observed, key?.observed]).toEqual([JSON.stringify(shown), JSON.stringify(shown)]);
});

test('a key is meant by its own place', () => {
  const [problem] = locateAll('f', source, [{ path: ['tls', 'ca'], atKey: true, expected: 'e' }]);
  expect(problem).toMatchObject({ line: 5, column: 21, observed: '"ca"' });
});

test('the order of the file, each problem once', () => {
  const drafts = [['c'], ['a'], ['c'], ['b']].map((path) => ({ path, expected: 'e' }));
  expect(locateAll('f', source, drafts).map(({ path }) => path)).toEqual(['a', 'b', 'c']);
});

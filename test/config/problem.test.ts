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

test('a key is meant by its own place', () => {
  const [problem] = locateAll('f', source, [{ path: ['tls', 'ca'], atKey: true, expected: 'e' }]);
  expect(problem).toMatchObject({ line: 5, column: 21, observed: '"ca"' });
});

test('the order of the file, each problem once', () => {
  const drafts = [['c'], ['a'], ['c'], ['b']].map((path) => ({ path, expected: 'e' }));
  expect(locateAll('f', source, drafts).map(({ path }) => path)).toEqual(['a', 'b', 'c']);
});

// Which names and values a request header may have (RFC 9110 sections 5.1 and 5.5).
import { expect, test } from 'vitest';
import { headerValuePattern, isHeaderName, isOwnedHeader } from '../../src/config/header-fields.ts';

test.each([
  ['Authorization', true],
  ["x!#$%&'*+.^_`|~1", true],
  ['', false],
  ['a b', false],
  ['a:b', false],
  ['é', false],
  ['a\n', false],
  ['x'.repeat(101), false],
])('%j as a name: %s', (name, right) => {
  expect(isHeaderName(name)).toBe(right);
});

test.each([
  ['', true],
  ['Bearer a\tb', true],
  ['caf\u00e9', true],
  ['a\0b', false],
  ['a\u007fb', false],
  ['a\r\nb: c', false],
  ['\u20ac', false],
  ['x'.repeat(8_193), false],
])('%j as a value: %s', (value, right) => {
  expect(headerValuePattern.test(value)).toBe(right);
});

test('framing is owned, whatever its case, and Host is not', () => {
  expect(['Content-Length', 'KEEP-ALIVE', 'host', 'accept'].map(isOwnedHeader)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

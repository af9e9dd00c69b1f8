// Numbers as bytes: the same as JavaScript's shortest text, on every way that they are written.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { copyNumber, maxNumberBytes } from '../../src/publish/number-bytes.ts';

/** Neither what stands before it nor what is beyond its room is touched. */
function written(value: number): string {
  const into = Buffer.alloc(1 + maxNumberBytes + 1, '?');
  const end = copyNumber(value, into, 1);
  expect([into.toString('latin1', 0, 1), into.toString('latin1', 1 + maxNumberBytes)]).toEqual(['?', '?']);
  return into.toString('latin1', 1, end);
}

it.each([
  [0, '0'],
  [-0, '0'],
  [9, '9'],
  [10, '10'],
  [-7, '-7'],
  [999_999_999, '999999999'],
  [1_000_000_000, '1000000000'],
  [3_000_000_007, '3000000007'],
  [999_999_999_999_999, '999999999999999'],
  [1e15, '1000000000000000'],
  [1e21, '1e+21'],
  [0.037, '0.037'],
  [0.000001, '0.000001'],
  [0.0000001, '1e-7'],
  [0.0217000005, '0.0217000005'],
  [0.1 + 0.2, '0.30000000000000004'],
  [999_999.999999999, '999999.999999999'],
  [1763712345.12, '1763712345.12'],
  [1763712345.123, '1763712345.123'],
  [-1.2345678901234568e-300, '-1.2345678901234568e-300'],
  [5e-324, '5e-324'],
  [Number.NaN, 'NaN'],
  [Number.POSITIVE_INFINITY, '+Inf'],
  [Number.NEGATIVE_INFINITY, '-Inf'],
])('writes %d as %s', (value, expected) => {
  expect(written(value)).toBe(expected);
});

const decimals = fc
  .tuple(fc.maxSafeInteger(), fc.constantFrom(1, 1e2, 1e3, 1e6, 1e9, 1e12, 1e15))
  .map(([digits, scale]) => digits / scale);

it('writes any finite number as its shortest text', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), decimals),
      (value) => {
        expect(written(value)).toBe(String(value));
      },
    ),
    { numRuns: 5_000 },
  );
});

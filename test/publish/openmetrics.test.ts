// Where the two formats write the bound of a bucket in different ways.
import { expect, it } from 'vitest';
import { bucketBound } from '../../src/publish/openmetrics.ts';

it.each([
  [1, '1', '1.0'],
  [0.25, '0.25', '0.25'],
  [Number.POSITIVE_INFINITY, '+Inf', '+Inf'],
])('writes the bound %d as %s, and in OpenMetrics as %s', (bound, text, openmetrics) => {
  expect(bucketBound(bound, 'text')).toBe(text);
  expect(bucketBound(bound, 'openmetrics')).toBe(openmetrics);
});

// The closest layer that says something wins, and its place is known.
import { expect, test } from 'vitest';
import { combined, type Layer, nearest, ofEndpoint, placeOf, settled } from '../../src/config/layers.ts';

const layers: readonly Layer[] = [
  {
    path: ['deployments', 0],
    settings: { labels: { a: 'own' }, endpoints: { status: {} }, degraded_above: null },
  },
  { path: null, settings: { version: 'v2' } },
  {
    path: ['defaults'],
    settings: {
      version: 'v1',
      interval: 7_000,
      degraded_above: 100,
      labels: { a: 'default', b: 'default' },
      endpoints: { status: { interval: 9_000 } },
    },
  },
];

test('an option from the closest layer, off included', () => {
  expect(nearest(layers, 'degraded_above')).toEqual({
    value: null,
    path: ['deployments', 0, 'degraded_above'],
    distance: 0,
  });
  expect(nearest(layers, 'version')).toEqual({ value: 'v2', path: null, distance: 1 });
  expect(nearest(layers, 'proxy')).toBeNull();
});

test('an option that always has a value', () => {
  expect(settled(layers, 'interval')).toEqual({ value: 7_000, path: ['defaults', 'interval'], distance: 2 });
  expect(settled(layers, 'timeout')).toEqual({ value: 5_000, path: null, distance: 3 });
});

test('mappings key by key, each key with its place', () => {
  expect(combined(layers, 'labels')).toEqual({ a: 'own', b: 'default' });
  expect(combined(layers, 'headers')).toEqual({});
  expect(placeOf(layers, 'labels', 'a')).toEqual(['deployments', 0, 'labels', 'a']);
  expect(placeOf(layers, 'labels', 'b')).toEqual(['defaults', 'labels', 'b']);
  expect(placeOf(layers, 'labels', 'toString')).toBeNull();
});

test('an option of an endpoint is closer than any of the deployment', () => {
  expect(ofEndpoint(layers, 'status', 'interval')).toEqual({
    value: 9_000,
    path: ['defaults', 'endpoints', 'status', 'interval'],
    distance: -1,
  });
  expect(ofEndpoint(layers, 'files', 'interval')).toBeNull();
});

// Durations and sizes as people write them.
import { describe, expect, test } from 'vitest';
import { formatDuration, formatSize, parseDuration, parseSize } from '../../src/config/units.ts';

describe('durations', () => {
  test.each([
    ['0s', 0],
    ['500ms', 500],
    ['15s', 15_000],
    ['5m', 300_000],
    ['1h', 3_600_000],
    ['400d', 34_560_000_000],
  ])('%s is %d ms', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  test.each(['', '15', 's', '1.5s', '-1s', '1 s', '1s ', '15S', '1w', '1h30m', '1e3s', '9999999999s'])(
    '%j is none',
    (text) => {
      expect(parseDuration(text)).toBeNull();
    },
  );

  test.each([
    [0, '0s'],
    [10, '10ms'],
    [1_500, '1500ms'],
    [90_000, '90s'],
    [120_000, '2m'],
    [86_400_000, '1d'],
  ])('%d ms is written %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });
});

describe('sizes', () => {
  test.each([
    ['64KiB', 65_536],
    ['1MiB', 1_048_576],
    ['1MB', null],
    ['1GiB', null],
    ['1024', null],
    ['1.5MiB', null],
  ])('%s is %s bytes', (text, bytes) => {
    expect(parseSize(text)).toBe(bytes);
  });

  test('are written in the largest unit that fits', () => {
    expect([formatSize(1_024), formatSize(67_108_864), formatSize(1_536 * 1_024)]).toEqual([
      '1KiB',
      '64MiB',
      '1536KiB',
    ]);
  });
});

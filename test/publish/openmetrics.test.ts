// The OpenMetrics text made from the 0.0.4 text, and the count of series.
import { describe, expect, it } from 'vitest';
import { countSeries, toOpenMetrics } from '../../src/publish/openmetrics.ts';

describe('OpenMetrics', () => {
  it('names counter families without _total, buckets as decimals, and ends with # EOF', () => {
    const text = [
      '# HELP runs_total Runs.\n# TYPE runs_total counter\nruns_total{a="b"} 1',
      '# HELP took_seconds Time.\n# TYPE took_seconds histogram',
      'took_seconds_bucket{le="1",a="b"} 1\ntook_seconds_bucket{a="b",le="0.5"} 1',
      'took_seconds_bucket{le="+Inf"} 1\n\n# HELP x X.\n# TYPE x gauge\nx Nan\n',
    ].join('\n');
    expect(toOpenMetrics(text)).toBe(
      [
        '# HELP runs Runs.\n# TYPE runs counter\nruns_total{a="b"} 1',
        '# HELP took_seconds Time.\n# TYPE took_seconds histogram',
        'took_seconds_bucket{le="1.0",a="b"} 1\ntook_seconds_bucket{a="b",le="0.5"} 1',
        'took_seconds_bucket{le="+Inf"} 1\n# HELP x X.\n# TYPE x gauge\nx NaN\n# EOF\n',
      ].join('\n'),
    );
  });

  it('keeps a counter whole as unknown where a gauge has its name', () => {
    const text =
      '# HELP f Now.\n# TYPE f gauge\nf 1\n\n# HELP f_total Ever.\n# TYPE f_total counter\nf_total 2\n';
    expect(toOpenMetrics(text)).toBe(
      '# HELP f Now.\n# TYPE f gauge\nf 1\n# HELP f_total Ever.\n# TYPE f_total unknown\nf_total 2\n# EOF\n',
    );
  });

  it.each([
    ['a separator that JavaScript takes for a line end', '\u2028# TYPE a_total counter\u2028'],
    ['a carriage return', '\r# HELP a_total b\r'],
    ['an escaped bucket', '{le=\\"5\\"}'],
    ['a number that is none', 'x Nan\u2028'],
  ])('leaves a label value with %s as it is', (_, value) => {
    const line = `\nx{name="${value}"} 1\n`;
    expect(toOpenMetrics(`# HELP x X.\n# TYPE x gauge${line}`)).toContain(line);
  });
});

it.each([
  ['', 0],
  ['# HELP x X.\n# TYPE x gauge\n', 0],
  ['# HELP x X.\n# TYPE x gauge\nx{a="#"} 1\nx{a="b"} 2\n\n# HELP y Y.\n# TYPE y gauge\ny 3', 3],
])('counts the series of %j', (text, expected) => {
  expect(countSeries(text)).toBe(expected);
});

// The drawing of latency: phases on top of each other, gaps, incidents, and axes that say what is drawn.
import { describe, expect, it } from 'vitest';
import { type Drawing, drawn } from '../../../src/publish/page/chart-svg.ts';
import { anItem, failing } from '../../fixtures/history.ts';

const minuteMs = 60_000;
const startMs = Date.UTC(2026, 10, 21, 10);
const frame = { fromMs: startMs, toMs: startMs + 20 * minuteMs, lengthMs: 5 * minuteMs };
const item = anItem('2026-11-21T10:00:00Z', {
  latency_ms: { mean: 40, max: 90 },
  phases: { connect: 10, first_byte: 30 },
});
const svgOf = (over: Partial<Drawing> = {}) =>
  drawn({ name: 'Latency', frame, buckets: [item, null, null, item], incidents: [], ...over }).markup;

describe('the drawing', () => {
  const svg = svgOf();

  it('stacks phases up to the mean on a round scale, with a gap where there is no data', () => {
    expect(svg).toContain('viewBox="0 0 4 100"');
    expect(svg).toContain('<path class="p-connect" d="M0 100V80H1V100H0ZM3 100V80H4V100H3Z"/>');
    expect(svg).toContain('<path class="p-first_byte" d="M0 80V20H1V80H0ZM3 80V20H4V80H3Z"/>');
    expect(svg).toContain('<li>50 ms</li><li>25 ms</li><li>0 ms</li>');
  });

  it('has a name, and leads to the same in words', () => {
    expect(svg).toContain('<svg role="img" aria-label="Latency" aria-describedby="chart-summary"');
  });

  it.each([
    [
      'of a day in times',
      20 * minuteMs,
      '<li>10:00</li><li>10:05</li><li>10:10</li><li>10:15</li><li>10:20</li>',
    ],
    [
      'of more in dates',
      8 * 86_400_000,
      '<li>Nov 21</li><li>Nov 23</li><li>Nov 25</li><li>Nov 27</li><li>Nov 29</li>',
    ],
  ])('tells its axis %s', (_, lengthMs, axis) => {
    expect(svgOf({ frame: { ...frame, toMs: startMs + lengthMs } })).toContain(axis);
  });

  it('without answers is an empty scale', () => {
    const empty = svgOf({ buckets: [null, anItem('2026-11-21T10:05:00Z', failing)] });
    expect(empty).not.toContain('class="p-');
    expect(empty).toContain('<li>1 ms</li>');
  });

  it('shades what of incidents lies in it', () => {
    const shaded = svgOf({ incidents: [{ fromMs: startMs - minuteMs, toMs: startMs + 5 * minuteMs }] });
    expect(shaded).toContain('<rect class="shade" x="0.00" y="0" width="1.00" height="100"/>');
    expect(svgOf({ incidents: [{ fromMs: startMs + 15 * minuteMs, toMs: null }] })).toContain(
      'x="3.00" y="0" width="1.00"',
    );
    expect(svgOf({ incidents: [{ fromMs: 0, toMs: 1 }] })).not.toContain('rect');
  });
});

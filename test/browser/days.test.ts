// Days as text: what the server packs the browser reads, and both say it in the same words.
import { describe, expect, it } from 'vitest';
import { dayInWords, percent, readDays, type Told, writeDays } from '../../src/browser/days.js';

const minuteMs = 60_000;
const aDay = (over: Partial<Told> = {}): Told => ({
  worst: 'major_outage',
  up: 0.995,
  downMs: 7 * minuteMs,
  noDataMs: 0,
  incidents: 1,
  ...over,
});

describe('the attribute', () => {
  const stretches = [
    { from: 3, to: 3, told: aDay() },
    {
      from: 5,
      to: 5,
      told: aDay({ worst: 'operational', up: 1, downMs: 0, noDataMs: 3 * 60 * minuteMs, incidents: 0 }),
    },
    { from: 7, to: 7, told: aDay({ worst: 'unknown', up: null, downMs: 0 }) },
    { from: 9, to: 9, told: aDay({ up: 0 }) },
    { from: 10, to: 89, told: null },
  ];
  const text = '3:5.9950.420..1 5:0...10800 7:2.x...1 9:5.0.420..1 10-89';

  it('is short', () => {
    expect(writeDays(stretches)).toBe(text);
  });

  it('is read as it was written', () => {
    const days = readDays(text);
    expect(days.size).toBe(4 + 80);
    for (const { from, to, told } of stretches) {
      expect(days.get(from)).toEqual(told);
      expect(days.get(to)).toEqual(told);
    }
    expect(days.has(4)).toBe(false);
  });

  it('of days that are all well is empty', () => {
    expect(readDays(writeDays([])).size).toBe(0);
  });

  it('loses no downtime, however short', () => {
    const [told] = readDays(writeDays([{ from: 0, to: 0, told: aDay({ downMs: 1 }) }])).values();
    expect(told?.downMs).toBe(1_000);
  });
});

describe('a day in words', () => {
  it.each([
    ['plainly well', undefined, 'operational, 100 % up'],
    ['without data', null, 'no data'],
    ['with an outage', aDay(), 'major outage, 99.5 % up, down 7 min, 1 incident'],
    [
      'that data is missing of',
      aDay({ worst: 'operational', up: 1, downMs: 0, incidents: 0, noDataMs: 90 * minuteMs }),
      'operational, 100 % up, 1 h 30 min without data',
    ],
    ['that was down for seconds', aDay({ downMs: 17_400 }), 'major outage, 99.5 % up, down 17 s, 1 incident'],
    ['that was down for less than one', aDay({ downMs: 1 }), 'major outage, 99.5 % up, down 1 s, 1 incident'],
    [
      'that little is known of',
      aDay({ worst: 'operational', up: 1, downMs: 0, incidents: 0, noDataMs: 24 * 60 * minuteMs - 17_000 }),
      'operational, 100 % up, 23 h 59 min without data',
    ],
    ['without runs, but with incidents', aDay({ up: null, downMs: 0, incidents: 2 }), '2 incidents, no data'],
  ])('%s', (_, told, expected) => {
    expect(dayInWords(told).join(', ')).toBe(expected);
  });
});

it.each([1, 999, 17_400, 89_600, 176_000, 3_629_600, 86_369_900, 86_399_900])(
  'a time of %d ms is told by who reads it as by who wrote it',
  (ms) => {
    const told = aDay({ downMs: ms, noDataMs: ms });
    expect(dayInWords(readDays(writeDays([{ from: 0, to: 0, told }])).get(0))).toEqual(dayInWords(told));
  },
);

describe('a share in percent', () => {
  it.each([
    [1, '100 %'],
    [1 - 1e-12, '99.99 %'],
    [0.99999, '99.99 %'],
    [0.9998, '99.98 %'],
    [0.999, '99.9 %'],
    [0.29, '29 %'],
    [0, '0 %'],
  ])('of %d is %s: never rounded up', (share, expected) => {
    expect(percent(share)).toBe(expected);
  });
});

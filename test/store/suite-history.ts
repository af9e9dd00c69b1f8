// What every store must do with runs: history in buckets, retention, uptime.
import { describe, expect, it } from 'vitest';
import type { Rollup } from '../../src/model/history.ts';
import { type Bench, historyMs } from './bench.ts';
import { dayMs, hourMs, incident, minuteMs, noonMs, resolved, sample, told } from './examples.ts';

export function describeHistory(bench: Bench): void {
  describe('history', () => {
    it('adds runs up in buckets, written and waiting ones alike', () => {
      bench.store.record(sample({ durationMs: 10, phases: { connect: 2 } }));
      bench.store.flush(noonMs);
      const failed = { failed: true, bad: true, status: 'major_outage', durationMs: null } as const;
      bench.store.record(sample({ ...failed, atMs: noonMs + 1, phases: { dns: 3 } }));
      bench.store.record(sample({ durationMs: 30, atMs: noonMs + 2, phases: { connect: 1, tls: 4 } }));
      const bucket = {
        endpoint: 'status',
        startMs: noonMs,
        lengthMs: 5 * minuteMs,
        runs: 3,
        failures: 1,
        bad: 1,
        worst: 'major_outage',
        answers: 2,
        durationSumMs: 40,
        durationMaxMs: 30,
        phaseSumsMs: { connect: 3, tls: 4 },
        coveredMs: 90_000,
      };
      expect(bench.store.history('files-eu', noonMs, 5 * minuteMs)).toEqual([bucket]);
      bench.restart();
      expect(bench.store.history('files-eu', noonMs, 5 * minuteMs)).toEqual([bucket]);
      expect(bench.store.history('other', noonMs, 5 * minuteMs)).toEqual([]);
    });

    it.each([5 * minuteMs, hourMs, dayMs])('is told in buckets of %d ms, by check', (lengthMs) => {
      bench.store.record(sample({ endpoint: 'status' }));
      bench.store.record(sample({ endpoint: 'regions' }));
      bench.store.flush(noonMs);
      const told = bench.store.history('files-eu', noonMs, lengthMs);
      expect(told.map((one) => [one.endpoint, one.lengthMs])).toEqual([
        ['regions', lengthMs],
        ['status', lengthMs],
      ]);
    });

    it('is told in parts as it is in one, whatever is written between them', () => {
      const starts = Array.from({ length: 100 }, (_, hour) => noonMs + hour * hourMs);
      const record = (endpoint: 'status' | 'regions') => {
        for (const atMs of starts) bench.store.record(sample({ endpoint, atMs }));
      };
      record('status');
      bench.store.flush(noonMs);
      record('regions');
      const whole = bench.store.history('files-eu', noonMs, hourMs);
      expect(whole).toHaveLength(200);
      const parts: (readonly Rollup[])[] = [];
      for (const part of bench.store.historyInParts('files-eu', noonMs, hourMs)) {
        parts.push(part);
        bench.store.flush(noonMs + minuteMs);
      }
      expect(parts.flat()).toEqual(whole);
      expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(100);
    });

    it('goes by the latest run while no flush succeeds', () => {
      bench.store.record(sample());
      bench.store.flush(noonMs);
      bench.store.record(sample({ atMs: noonMs + 3 * dayMs }));
      const told = bench.store.history('files-eu', noonMs, 5 * minuteMs);
      expect(told.map(({ startMs }) => startMs)).toEqual([noonMs + 3 * dayMs]);
    });

    it('holds the bucket under way at its beginning, and is oldest first', () => {
      const starts = [0, 5, 10].map((minutes) => noonMs + minutes * minuteMs);
      for (const atMs of starts.toReversed()) bench.store.record(sample({ atMs }));
      bench.store.flush(noonMs + 10 * minuteMs);
      const told = bench.store
        .history('files-eu', noonMs + 5 * minuteMs + 1, 5 * minuteMs)
        .map(({ startMs }) => startMs);
      expect(told).toEqual(starts.slice(1));
    });

    it.each([
      ['5 minute buckets', 48 * hourMs, 5 * minuteMs, 48 * hourMs],
      ['hours', 90 * dayMs, hourMs, 90 * dayMs],
      ['days', historyMs, dayMs, historyMs],
    ])('forgets %s when they ended the retention ago', (_, keptMs, lengthMs, agoMs) => {
      const startMs = Math.floor(noonMs / lengthMs) * lengthMs;
      bench.store.record(sample({ atMs: startMs }));
      const endedMs = startMs + lengthMs + keptMs;
      const lengthsSince = (nowMs: number) => {
        bench.store.flush(nowMs);
        return bench.store.history('files-eu', nowMs - agoMs, lengthMs).map((one) => one.lengthMs);
      };
      expect(lengthsSince(endedMs - 1)).toEqual([lengthMs]);
      expect(lengthsSince(endedMs + minuteMs)).toEqual([]);
    });
  });
}

export function describeChronicles(bench: Bench): void {
  describe('the chronicle', () => {
    it('of one deployment is as in those of the fleet: written and waiting runs, incidents', async () => {
      const one = incident('inc_1', { createdMs: noonMs - 2 * dayMs });
      bench.store.advance('files-eu', () => told(resolved(one, noonMs - dayMs)));
      bench.store.record(sample({ atMs: noonMs - dayMs }));
      bench.store.flush(noonMs);
      bench.restart();
      bench.store.record(sample({ atMs: noonMs + 1, bad: true, status: 'major_outage' }));
      bench.store.record(sample({ atMs: noonMs + 1, endpoint: 'regions' }));
      const nowMs = noonMs + minuteMs;
      const chronicle = bench.store.chronicle('files-eu', nowMs);
      expect(chronicle.days.map(({ runs, bad, incidents }) => [runs, bad, incidents])).toEqual([
        [0, 0, 1],
        [1, 0, 1],
        [1, 1, 0],
      ]);
      expect(chronicle.hours.map(({ startMs, worst }) => [startMs, worst])).toEqual([
        [noonMs, 'major_outage'],
      ]);
      expect(Object.fromEntries(await bench.store.chronicles(nowMs))).toEqual({ 'files-eu': chronicle });
    });

    it('of a deployment that never ran is empty', () => {
      expect(bench.store.chronicle('files-eu', noonMs)).toEqual({ days: [], hours: [] });
    });

    it('is kept while somebody asks, and let go by a flush when nobody did for ten minutes', async () => {
      bench.store.record(sample());
      const first = await bench.store.chronicles(noonMs);
      bench.store.flush(noonMs + 10 * minuteMs);
      expect(await bench.store.chronicles(noonMs + 5_000)).toBe(first);
      bench.store.flush(noonMs + 11 * minuteMs);
      expect(await bench.store.chronicles(noonMs + 5_000)).not.toBe(first);
    });
  });
}

export function describeUptime(bench: Bench): void {
  const counted = (nowMs: number) => {
    while (bench.store.recount(nowMs));
    return bench.store.uptime();
  };
  describe('uptime', () => {
    const hourAgo = (hours: number, bad: boolean) => sample({ atMs: noonMs - hours * hourMs, bad });
    it.each([
      ['one good run', [hourAgo(1, false)], { '24h': 1, '7d': 1, '30d': 1, '90d': 1 }],
      [
        'one of two bad',
        [hourAgo(1, false), hourAgo(1, true)],
        { '24h': 0.5, '7d': 0.5, '30d': 0.5, '90d': 0.5 },
      ],
      [
        'bad ones of before',
        [hourAgo(1, false), hourAgo(25, true), hourAgo(8 * 24, true), hourAgo(31 * 24, true)],
        { '24h': 1, '7d': 0.5, '30d': 1 / 3, '90d': 1 / 4 },
      ],
      ['no run lately', [hourAgo(48, true)], { '24h': null, '7d': 0, '30d': 0, '90d': 0 }],
    ])('counts %s', (_, samples, shares) => {
      for (const one of samples) bench.store.record(one);
      bench.store.record(sample({ endpoint: 'regions', bad: true }));
      const waiting = counted(noonMs).get('files-eu');
      bench.store.flush(noonMs);
      for (const told of [waiting, counted(noonMs).get('files-eu')]) {
        for (const [window, share] of Object.entries(shares)) {
          expect([window, told?.[window as keyof typeof shares]]).toEqual([
            window,
            share === null ? null : expect.closeTo(share, 12),
          ]);
        }
      }
    });

    it.each([
      ['a run', [hourAgo(1, false)], [1 / 48, 1 / 336, 1 / 1440, 1 / 4320]],
      [
        'good ones and bad ones alike',
        [hourAgo(1, false), hourAgo(2, true)],
        [1 / 24, 1 / 168, 1 / 720, 1 / 2160],
      ],
      ['none lately', [hourAgo(48, false)], [0, 1 / 336, 1 / 1440, 1 / 4320]],
    ])(
      'comes with the share of the time that runs stand for: %s, of half an hour each',
      (_, samples, shares) => {
        for (const one of samples) bench.store.record({ ...one, coveredMs: 30 * minuteMs });
        bench.store.record(sample({ endpoint: 'regions', coveredMs: dayMs }));
        expect(bench.store.coverage().size).toBe(0);
        counted(noonMs);
        const waiting = bench.store.coverage().get('files-eu');
        bench.store.flush(noonMs);
        counted(noonMs);
        for (const told of [waiting, bench.store.coverage().get('files-eu')]) {
          expect(Object.values(told ?? {})).toEqual(shares.map((share) => expect.closeTo(share, 12)));
        }
      },
    );

    it('is covered all along at most', () => {
      for (let hour = 0; hour < 30; hour++)
        bench.store.record({ ...hourAgo(hour, false), coveredMs: 2 * hourMs });
      counted(noonMs);
      const covered = bench.store.coverage().get('files-eu');
      expect(covered?.['24h']).toBe(1);
      expect(covered?.['7d']).toBeLessThan(0.5);
    });

    it('is empty before the first count, then as it was last counted, and knows nobody without a status run', () => {
      bench.store.record(sample({ deployment: 'a' }));
      bench.store.record(sample({ deployment: 'b', endpoint: 'regions' }));
      expect(bench.store.uptime().size).toBe(0);
      const first = counted(noonMs);
      expect([...first.keys()]).toEqual(['a']);
      bench.store.record(sample({ deployment: 'a' }));
      bench.store.flush(noonMs);
      expect(bench.store.uptime()).toBe(first);
      bench.store.record(sample({ deployment: 'a', bad: true }));
      expect(bench.store.uptime().get('a')?.['24h']).toBeCloseTo(2 / 3, 12);
      expect(counted(noonMs).get('a')?.['24h']).toBeCloseTo(2 / 3, 12);
    });

    it('is counted from the file after a restart', () => {
      bench.store.record(sample({ deployment: 'a' }));
      bench.restart();
      expect([...counted(noonMs).keys()]).toEqual(['a']);
    });
  });
}

// What every store must do, whatever it stands on: run by the test of each implementation.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../src/store/store.ts';
import {
  dayMs,
  fullState,
  hourMs,
  incident,
  minuteMs,
  noonMs,
  resolved,
  sample,
  settlement,
  state,
  told,
} from './examples.ts';

/** Where stores of one test remember: opening again finds what the one before left. */
export interface Place {
  readonly open: (nowMs: number) => Store;
  readonly errors: readonly unknown[];
  /** How many commits there were. */
  readonly commits: () => number;
  readonly leave: () => void;
}

export const historyMs = 400 * dayMs;

export function describeStore(name: string, newPlace: () => Place): void {
  describe(name, () => {
    let place: Place;
    let store: Store;
    beforeEach(() => {
      place = newPlace();
      store = place.open(noonMs);
    });
    afterEach(() => {
      store.close(noonMs);
      place.leave();
    });
    const restart = (nowMs = noonMs) => {
      store.close(nowMs);
      store = place.open(nowMs);
    };

    describe('advance', () => {
      it('hands the fold null, then what it made', () => {
        const seen: unknown[] = [];
        for (const status of ['unknown', 'operational'] as const) {
          store.advance('a', (before) => {
            seen.push(before?.status ?? null);
            return settlement(state('a', { status }));
          });
        }
        expect(seen).toEqual([null, 'unknown']);
        expect(store.get('a')?.status).toBe('operational');
        expect(store.get('b')).toBeNull();
      });

      it('changes nothing for a fold that says nothing or throws', () => {
        store.advance('a', () => settlement(state('a')));
        expect(store.advance('a', () => null)).toBeNull();
        const fold = () => {
          throw new Error('a bug');
        };
        expect(() => store.advance('a', fold)).toThrow('a bug');
        expect(store.get('a')).toEqual(state('a'));
      });

      it('commits a durable settlement at once, any other at the flush', () => {
        const before = place.commits();
        store.advance('a', () => settlement(state('a')));
        expect(place.commits()).toBe(before);
        store.advance('a', () => settlement(state('a'), { durable: true }));
        expect(place.commits()).toBe(before + 1);
      });
    });

    describe('a restart', () => {
      it('finds states in every detail: streaks, findings, the open incident', () => {
        store.advance('a', () => settlement(fullState('a'), { durable: true }));
        store.advance('b', () => settlement(state('b')));
        restart();
        expect(store.load()).toEqual([fullState('a'), state('b')]);
        expect(store.get('a')).toEqual(fullState('a'));
        expect(store.incidents(10)).toEqual([fullState('a').incident]);
      });

      it('finds an incident resolved once, however often it was told', () => {
        const open = incident('inc_1');
        for (const one of [open, open, resolved(open, noonMs + 1), resolved(open, noonMs + 1)]) {
          store.advance('files-eu', () => told(one));
        }
        restart();
        expect(store.incidents(10)).toEqual([resolved(open, noonMs + 1)]);
        expect(store.get('files-eu')?.incident).toBeNull();
      });

      it('does not find what was removed, but its incidents and history', () => {
        store.advance('files-eu', () => told(incident('inc_1')));
        store.record(sample());
        store.remove('files-eu');
        expect(store.get('files-eu')).toBeNull();
        restart();
        expect(store.load()).toEqual([]);
        expect(store.incidents(10)).toHaveLength(1);
        expect(store.history('files-eu', noonMs - hourMs)).toHaveLength(1);
      });
    });

    describe('incidents', () => {
      it('are listed newest first, beyond what is kept in memory too', () => {
        const ids = Array.from({ length: 1_010 }, (_, index) => `inc_${String(index).padStart(4, '0')}`);
        ids.forEach((id, index) => {
          store.advance('files-eu', () =>
            told(incident(id, { createdMs: noonMs + index }), { incident: null }),
          );
        });
        const newest = ids.toReversed();
        const listed = (limit: number) => store.incidents(limit).map(({ id }) => id);
        expect(listed(2)).toEqual(newest.slice(0, 2));
        expect(listed(5_000)).toEqual(newest);
        restart();
        expect(listed(1_005)).toEqual(newest.slice(0, 1_005));
      });

      it('go when they were over for the retention, but never while open', () => {
        const long = incident('inc_long', { createdMs: noonMs - historyMs - dayMs, deployment: 'a' });
        const old = incident('inc_old', { createdMs: noonMs - historyMs - dayMs, deployment: 'b' });
        const recent = incident('inc_recent', { createdMs: noonMs - historyMs - dayMs, deployment: 'c' });
        store.advance('a', () => told(long));
        store.advance('b', () => told(resolved(old, noonMs - historyMs - 1)));
        store.advance('c', () => told(resolved(recent, noonMs - historyMs + 1)));
        store.flush(noonMs);
        const left = ['inc_recent', 'inc_long'];
        expect(store.incidents(10).map(({ id }) => id)).toEqual(left);
        restart();
        expect(store.incidents(10).map(({ id }) => id)).toEqual(left);
      });

      it('of a deployment that is gone go with the retention, open or not', () => {
        store.advance('files-eu', () => told(incident('inc_1', { createdMs: noonMs })));
        store.remove('files-eu');
        store.flush(noonMs + historyMs);
        expect(store.incidents(10)).toHaveLength(1);
        store.flush(noonMs + historyMs + 2 * minuteMs);
        expect(store.incidents(10)).toEqual([]);
      });
    });

    describe('history', () => {
      it('adds runs up in buckets, written and waiting ones alike', () => {
        store.record(sample({ durationMs: 10, phases: { connect: 2 } }));
        store.flush(noonMs);
        const failed = { failed: true, bad: true, status: 'major_outage', durationMs: null } as const;
        store.record(sample({ ...failed, atMs: noonMs + 1, phases: { dns: 3 } }));
        store.record(sample({ durationMs: 30, atMs: noonMs + 2, phases: { connect: 1, tls: 4 } }));
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
        };
        expect(store.history('files-eu', noonMs)).toEqual([bucket]);
        restart();
        expect(store.history('files-eu', noonMs)).toEqual([bucket]);
        expect(store.history('other', noonMs)).toEqual([]);
      });

      it.each([
        ['5 minutes up to 48 hours', 48 * hourMs, 5 * minuteMs],
        ['hours beyond', 48 * hourMs + 1, hourMs],
        ['hours up to 90 days', 90 * dayMs, hourMs],
        ['days beyond', 90 * dayMs + 1, dayMs],
        ['days from the beginning of time', noonMs, dayMs],
      ])('is told in %s', (_, agoMs, lengthMs) => {
        store.record(sample({ endpoint: 'status' }));
        store.record(sample({ endpoint: 'regions' }));
        store.flush(noonMs);
        const told = store.history('files-eu', noonMs - agoMs);
        expect(told.map((one) => [one.endpoint, one.lengthMs])).toEqual([
          ['regions', lengthMs],
          ['status', lengthMs],
        ]);
      });

      it('goes by the latest run while no flush succeeds', () => {
        store.record(sample());
        store.flush(noonMs);
        store.record(sample({ atMs: noonMs + 3 * dayMs }));
        const told = store.history('files-eu', noonMs);
        expect(told.map(({ startMs, lengthMs }) => [startMs, lengthMs])).toEqual([
          [noonMs, hourMs],
          [noonMs + 3 * dayMs, hourMs],
        ]);
      });

      it('holds the bucket under way at its beginning, and is oldest first', () => {
        const starts = [0, 5, 10].map((minutes) => noonMs + minutes * minuteMs);
        for (const atMs of starts.toReversed()) store.record(sample({ atMs }));
        store.flush(noonMs + 10 * minuteMs);
        const told = store.history('files-eu', noonMs + 5 * minuteMs + 1).map(({ startMs }) => startMs);
        expect(told).toEqual(starts.slice(1));
      });

      it.each([
        ['5 minute buckets', 48 * hourMs, 5 * minuteMs, 48 * hourMs],
        ['hours', 90 * dayMs, hourMs, 90 * dayMs],
        ['days', historyMs, dayMs, historyMs],
      ])('forgets %s when they ended the retention ago', (_, keptMs, lengthMs, agoMs) => {
        const startMs = Math.floor(noonMs / lengthMs) * lengthMs;
        store.record(sample({ atMs: startMs }));
        const endedMs = startMs + lengthMs + keptMs;
        const lengthsSince = (nowMs: number) => {
          store.flush(nowMs);
          return store.history('files-eu', nowMs - agoMs).map((one) => one.lengthMs);
        };
        expect(lengthsSince(endedMs - 1)).toEqual([lengthMs]);
        expect(lengthsSince(endedMs + minuteMs)).toEqual([]);
      });
    });

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
        for (const one of samples) store.record(one);
        store.record(sample({ endpoint: 'regions', bad: true }));
        const waiting = store.uptime(noonMs).get('files-eu');
        store.flush(noonMs);
        for (const told of [waiting, store.uptime(noonMs).get('files-eu')]) {
          for (const [window, share] of Object.entries(shares)) {
            expect([window, told?.[window as keyof typeof shares]]).toEqual([
              window,
              share === null ? null : expect.closeTo(share, 12),
            ]);
          }
        }
      });

      it('is the same map for a minute or until a flush, and knows nobody without a status run', () => {
        store.record(sample({ deployment: 'a' }));
        store.record(sample({ deployment: 'b', endpoint: 'regions' }));
        const first = store.uptime(noonMs);
        expect([...first.keys()]).toEqual(['a']);
        expect(store.uptime(noonMs + minuteMs - 1)).toBe(first);
        expect(store.uptime(noonMs + minuteMs)).not.toBe(first);
        const second = store.uptime(noonMs + minuteMs);
        store.flush(noonMs + minuteMs);
        expect(store.uptime(noonMs + minuteMs)).not.toBe(second);
      });
    });

    it('is healthy and told no error in all of this', () => {
      store.flush(noonMs);
      expect(store.healthy()).toBe(true);
      expect(place.errors).toEqual([]);
    });
  });
}

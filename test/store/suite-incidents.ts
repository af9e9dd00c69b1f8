// What every store must do with incidents: list them newest first, and let them go with their retention.
import { describe, expect, it } from 'vitest';
import { type Bench, historyMs } from './bench.ts';
import { dayMs, incident, minuteMs, noonMs, resolved, told } from './examples.ts';

export function describeIncidents(bench: Bench): void {
  describe('incidents', () => {
    it('are listed newest first, beyond what is kept in memory too', () => {
      const ids = Array.from({ length: 1_010 }, (_, index) => `inc_${String(index).padStart(4, '0')}`);
      ids.forEach((id, index) => {
        bench.store.advance('files-eu', () =>
          told(incident(id, { createdMs: noonMs + index }), { incident: null }),
        );
      });
      const newest = ids.toReversed();
      const listed = (limit: number) => bench.store.incidents(limit).map(({ id }) => id);
      expect(listed(2)).toEqual(newest.slice(0, 2));
      expect(listed(5_000)).toEqual(newest);
      bench.restart();
      expect(listed(1_005)).toEqual(newest.slice(0, 1_005));
    });

    it('are found by id: the newest, one long gone from memory, one resolved; no other', () => {
      for (let index = 0; index < 1_010; index++) {
        const one = incident(`inc_${index}`, { createdMs: noonMs + index });
        bench.store.advance('files-eu', () => told(one, { incident: null }));
      }
      const over = resolved(incident('inc_1009', { createdMs: noonMs + 1_009 }), noonMs + 2_000);
      bench.store.advance('files-eu', () => told(over));
      const found = (id: string) => bench.store.incident(id);
      expect(found('inc_1009')).toEqual(over);
      expect(found('inc_0')).toEqual(incident('inc_0', { createdMs: noonMs }));
      expect(found('inc_none')).toBeNull();
      bench.restart();
      expect(found('inc_1009')).toEqual(over);
      // Without a state that holds it, an open incident ends at the start: it is found as it ended, not yet written.
      expect(found('inc_0')?.status).toBe('resolved');
    });

    it('of one deployment are listed newest first, as they are now', () => {
      const [old, other, recent] = [1, 2, 3].map((hours) =>
        incident(`inc_${hours}`, {
          createdMs: noonMs + hours * 60 * minuteMs,
          deployment: hours === 2 ? 'b' : 'a',
        }),
      );
      if (old === undefined || other === undefined || recent === undefined) throw new Error('three are made');
      for (const one of [old, resolved(old, recent.createdMs), recent])
        bench.store.advance('a', () => told(one));
      bench.store.advance('b', () => told(other));
      const expected = [recent, resolved(old, recent.createdMs)];
      expect(bench.store.incidentsOf('a', 10)).toEqual(expected);
      expect(bench.store.incidentsOf('a', 1)).toEqual([recent]);
      expect(bench.store.incidentsOf('c', 10)).toEqual([]);
      bench.restart();
      expect(bench.store.incidentsOf('a', 10)).toEqual(expected);
    });

    it('go when they were over for the retention, but never while open', () => {
      const long = incident('inc_long', { createdMs: noonMs - historyMs - dayMs, deployment: 'a' });
      const old = incident('inc_old', { createdMs: noonMs - historyMs - dayMs, deployment: 'b' });
      const recent = incident('inc_recent', { createdMs: noonMs - historyMs - dayMs, deployment: 'c' });
      bench.store.advance('a', () => told(long));
      bench.store.advance('b', () => told(resolved(old, noonMs - historyMs - 1)));
      bench.store.advance('c', () => told(resolved(recent, noonMs - historyMs + 1)));
      bench.store.flush(noonMs);
      const left = ['inc_recent', 'inc_long'];
      expect(bench.store.incidents(10).map(({ id }) => id)).toEqual(left);
      bench.restart();
      expect(bench.store.incidents(10).map(({ id }) => id)).toEqual(left);
    });

    it('of a deployment that is gone go with the retention, open or not', () => {
      bench.store.advance('files-eu', () => told(incident('inc_1', { createdMs: noonMs })));
      bench.store.remove('files-eu');
      bench.store.flush(noonMs + historyMs);
      expect(bench.store.incidents(10)).toHaveLength(1);
      bench.store.flush(noonMs + historyMs + 2 * minuteMs);
      expect(bench.store.incidents(10)).toEqual([]);
      expect(bench.store.incident('inc_1')).toBeNull();
    });
  });
}

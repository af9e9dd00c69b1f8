// What every store must do, whatever it stands on: run by the test of each implementation.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../src/store/store.ts';
import type { Bench, Place } from './bench.ts';
import {
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
import { describeEvidence } from './suite-evidence.ts';
import { describeChronicles, describeHistory, describeUptime } from './suite-history.ts';
import { describeIncidents } from './suite-incidents.ts';

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
    const restart = () => {
      store.close(noonMs);
      store = place.open(noonMs);
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
        expect(store.history('files-eu', noonMs - hourMs, 5 * minuteMs)).toHaveLength(1);
      });
    });

    const bench: Bench = {
      get store() {
        return store;
      },
      restart,
    };
    describeIncidents(bench);
    describeEvidence(bench);
    describeHistory(bench);
    describeUptime(bench);
    describeChronicles(bench);

    it('is healthy and told no error in all of this', () => {
      store.flush(noonMs);
      expect(store.healthy()).toBe(true);
      expect(place.errors).toEqual([]);
    });
  });
}

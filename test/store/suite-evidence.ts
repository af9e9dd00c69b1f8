// What every store must do with evidence: keep it with its incident, and of each deployment no more than its share.
import { describe, expect, it } from 'vitest';
import type { Incident } from '../../src/model/belief.ts';
import type { Evidence } from '../../src/model/evidence.ts';
import { type Bench, historyMs } from './bench.ts';
import { evidence, incident, minuteMs, noonMs, resolved, told } from './examples.ts';

export function describeEvidence(bench: Bench): void {
  const advance = (one: Incident, ...pieces: Evidence[]) =>
    bench.store.advance(one.deployment, () => ({ ...told(one), evidence: pieces }));
  const instants = (id: string) => bench.store.evidence(id).map(({ atMs }) => atMs - noonMs);

  describe('evidence', () => {
    const one = incident('inc_1');
    const first = evidence(one);
    const last = evidence(one, {
      atMs: noonMs + 9,
      transition: 'incident_resolved',
      failing: null,
      difference: [],
    });

    it('is found by its incident, oldest first, over a restart too', () => {
      const other = incident('inc_2', { deployment: 'media-eu' });
      advance(one, first);
      advance(other, evidence(other));
      advance(resolved(one, noonMs + 9), last);
      const found = () => ['inc_1', 'inc_2', 'inc_none'].map((id) => bench.store.evidence(id));
      const expected = [[first, last], [evidence(other)], []];
      expect(found()).toEqual(expected);
      bench.restart();
      expect(found()).toEqual(expected);
    });

    it('told twice is there once', () => {
      advance(one, first);
      advance(one, first);
      expect(bench.store.evidence('inc_1')).toEqual([first]);
    });

    it('is the newest 20 pieces of a deployment, whatever incidents they are of', () => {
      const other = incident('inc_other', { deployment: 'media-eu' });
      advance(other, evidence(other));
      for (let index = 0; index < 25; index++) {
        const each = incident(index < 12 ? 'inc_a' : 'inc_b');
        advance(each, evidence(each, { atMs: noonMs + index }));
      }
      const expected = [[5, 6, 7, 8, 9, 10, 11], [12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24], [0]];
      const found = () => ['inc_a', 'inc_b', 'inc_other'].map(instants);
      expect(found()).toEqual(expected);
      bench.restart();
      expect(found()).toEqual(expected);
    });

    it('newest by when it was told: a clock that was set back costs no evidence', () => {
      for (let index = 0; index < 21; index++) advance(one, evidence(one, { atMs: noonMs - index }));
      expect(instants('inc_1')).toEqual(Array.from({ length: 20 }, (_, index) => index - 20));
    });

    it('goes with its incident, and not before', () => {
      advance(resolved(one, noonMs), first);
      bench.store.flush(noonMs + historyMs);
      expect(bench.store.evidence('inc_1')).toEqual([first]);
      bench.store.flush(noonMs + historyMs + 2 * minuteMs);
      expect(bench.store.evidence('inc_1')).toEqual([]);
      bench.restart();
      expect(bench.store.evidence('inc_1')).toEqual([]);
    });

    it('of a deployment that is removed stays with its incident', () => {
      advance(resolved(one, noonMs), first);
      bench.store.remove('files-eu');
      expect(bench.store.evidence('inc_1')).toEqual([first]);
    });
  });
}

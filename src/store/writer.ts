// What is written when: a change in a commit of its own, the rest at each flush, what failed with a later commit.
import type { DatabaseSync } from 'node:sqlite';
import type { Incident } from '../model/belief.ts';
import type { History } from './history.ts';
import type { Incidents } from './incidents.ts';
import type { States } from './states.ts';
import type { StoreEvents } from './store.ts';
import { openTransactions } from './transactions.ts';

/** What is past its retention is removed this often at most. */
const sweepEveryMs = 60_000;

interface Tables {
  readonly states: States;
  readonly incidents: Incidents;
  readonly history: History;
}

interface Writer {
  /** Writes the current state of a deployment, and incidents with it, before anything else happens. */
  readonly saveNow: (deployment: string, incidents: readonly Incident[]) => void;
  /** Writes all that waits in one transaction, then removes what is past retention in another. */
  readonly flush: (nowMs: number) => void;
  readonly healthy: () => boolean;
}

/** What one transaction writes. */
interface Batch {
  readonly deployments: readonly string[];
  readonly incidents: readonly Incident[];
  readonly withHistory: boolean;
}

export function openWriter(
  database: DatabaseSync,
  { states, incidents, history }: Tables,
  historyMs: number,
  events: StoreEvents,
): Writer {
  const { commit, healthy } = openTransactions(database, events);
  let sweptMs = Number.NEGATIVE_INFINITY;

  const save = (batch: Batch): boolean => {
    const saved = commit(() => {
      states.write(batch.deployments);
      incidents.write(batch.incidents);
      if (batch.withHistory) history.write();
    });
    if (!saved) return false;
    states.written(batch.deployments);
    incidents.written(batch.incidents);
    if (batch.withHistory) history.written();
    return true;
  };
  const saveWaiting = (withHistory: boolean): boolean => {
    const batch = { deployments: states.waiting(), incidents: incidents.waiting(), withHistory };
    const isIdle = batch.deployments.length === 0 && batch.incidents.length === 0 && !withHistory;
    return isIdle || save(batch);
  };

  return {
    // While the disk fails each change tries alone, or every attempt would write all that failed before it.
    saveNow: (deployment, changed) => {
      const isRecovering = !healthy();
      const saved = save({ deployments: [deployment], incidents: changed, withHistory: false });
      if (saved && isRecovering) saveWaiting(false);
    },
    flush: (nowMs) => {
      if (!saveWaiting(history.isWaiting())) {
        history.trim(nowMs);
      } else if (Math.abs(nowMs - sweptMs) >= sweepEveryMs) {
        commit(() => {
          incidents.sweep(nowMs - historyMs);
          history.sweep(nowMs);
        });
        sweptMs = nowMs;
      }
    },
    healthy,
  };
}

// What is written when: a change in a commit of its own, the rest at each flush, what failed with a later commit.
import type { DatabaseSync } from 'node:sqlite';
import type { Incident } from '../model/belief.ts';
import type { Evidence } from '../model/evidence.ts';
import type { Exhibits } from './evidence.ts';
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
  readonly exhibits: Exhibits;
  readonly history: History;
}

interface Writer {
  /** Writes the current state of a deployment, with incidents and evidence, before anything else happens. */
  readonly saveNow: (
    deployment: string,
    incidents: readonly Incident[],
    evidence: readonly Evidence[],
  ) => void;
  /** Writes all that waits in one transaction, then removes what is past retention in another. */
  readonly flush: (nowMs: number) => void;
  readonly healthy: () => boolean;
}

/** What one transaction writes. */
interface Batch {
  readonly deployments: readonly string[];
  readonly incidents: readonly Incident[];
  readonly evidence: readonly Evidence[];
  readonly withHistory: boolean;
}

export function openWriter(
  database: DatabaseSync,
  { states, incidents, exhibits, history }: Tables,
  historyMs: number,
  events: StoreEvents,
): Writer {
  const { commit, healthy } = openTransactions(database, events);
  let sweptMs = Number.NEGATIVE_INFINITY;

  const save = (batch: Batch): boolean => {
    const saved = commit(() => {
      states.write(batch.deployments);
      incidents.write(batch.incidents);
      exhibits.write(batch.evidence);
      if (batch.withHistory) history.write();
    });
    if (!saved) return false;
    states.written(batch.deployments);
    incidents.written(batch.incidents);
    exhibits.written(batch.evidence);
    if (batch.withHistory) history.written();
    return true;
  };
  const saveWaiting = (withHistory: boolean): boolean => {
    const [deployments, waiting, evidence] = [states.waiting(), incidents.waiting(), exhibits.waiting()];
    const isIdle = [deployments, waiting, evidence].every(({ length }) => length === 0) && !withHistory;
    return isIdle || save({ deployments, incidents: waiting, evidence, withHistory });
  };

  return {
    // While the disk fails each change tries alone, or every attempt would write all that failed before it.
    saveNow: (deployment, changed, evidence) => {
      const isRecovering = !healthy();
      const saved = save({ deployments: [deployment], incidents: changed, evidence, withHistory: false });
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

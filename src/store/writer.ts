// What is written when: a change in a commit of its own, the rest at each flush, what failed with a later commit.
import type { DatabaseSync } from 'node:sqlite';
import type { Incident } from '../model/belief.ts';
import type { Evidence } from '../model/evidence.ts';
import type { Exhibits } from './evidence.ts';
import type { History } from './history.ts';
import type { Incidents } from './incidents.ts';
import { createRetention } from './retention.ts';
import type { States } from './states.ts';
import type { StoreEvents } from './store.ts';
import { openTransactions } from './transactions.ts';

/** Deployments that one part of a flush writes: some 2 ms, in which nothing else happens. */
const deploymentsAtOnce = 40;

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
  /** Writes all that waits in one transaction, then removes a part of what is past retention in another. */
  readonly flushAll: (nowMs: number) => void;
  /** All of both in parts, each in a transaction of its own: call until it is false. A disk that fails ends it. */
  readonly flush: (nowMs: number) => boolean;
  readonly healthy: () => boolean;
}

/** What one transaction writes. */
interface Batch {
  readonly deployments: readonly string[];
  readonly incidents: readonly Incident[];
  readonly evidence: readonly Evidence[];
  /** Their rollups too. */
  readonly withHistory: boolean;
}

export function openWriter(
  database: DatabaseSync,
  { states, incidents, exhibits, history }: Tables,
  historyMs: number,
  events: StoreEvents,
): Writer {
  const { commit, healthy } = openTransactions(database, events);
  const retention = createRetention(incidents, history, historyMs, commit);
  /** Of the flush under way. */
  let unwritten: readonly string[] = [];

  const save = (batch: Batch) => writeBatch(batch, { states, incidents, exhibits, history }, commit);
  /** With the incidents and the evidence that wait. */
  const saveWaiting = (deployments: readonly string[], withHistory: boolean): boolean => {
    const [waiting, evidence] = [incidents.waiting(), exhibits.waiting()];
    const isIdle = [deployments, waiting, evidence].every(({ length }) => length === 0);
    return isIdle || save({ deployments, incidents: waiting, evidence, withHistory });
  };

  /** At most so many deployments in one transaction; whether there is more to do. */
  const flushPart = (nowMs: number, most: number): boolean => {
    const isSaved = saveWaiting(unwritten.slice(0, most), true);
    unwritten = isSaved ? unwritten.slice(most) : [];
    if (!isSaved) history.trim(nowMs);
    if (!isSaved || unwritten.length > 0) return isSaved;
    return retention.sweep(nowMs);
  };
  const allWaiting = () => [...new Set([...states.waiting(), ...history.waiting()])];

  return {
    // While the disk fails each change tries alone, or every attempt would write all that failed before it.
    saveNow: (deployment, changed, evidence) => {
      const isRecovering = !healthy();
      const saved = save({ deployments: [deployment], incidents: changed, evidence, withHistory: false });
      if (saved && isRecovering) saveWaiting(states.waiting(), false);
    },
    flushAll: (nowMs) => {
      unwritten = allWaiting();
      flushPart(nowMs, unwritten.length);
    },
    flush: (nowMs) => {
      if (retention.underWay()) return retention.sweep(nowMs);
      if (unwritten.length === 0) unwritten = allWaiting();
      return flushPart(nowMs, deploymentsAtOnce);
    },
    healthy,
  };
}

/** All of it or nothing; what is written waits no more. */
function writeBatch(
  { deployments, incidents: changed, evidence, withHistory }: Batch,
  { states, incidents, exhibits, history }: Tables,
  commit: (write: () => void) => boolean,
): boolean {
  const saved = commit(() => {
    states.write(deployments);
    incidents.write(changed);
    exhibits.write(evidence);
    if (withHistory) history.write(deployments);
  });
  if (!saved) return false;
  states.written(deployments);
  incidents.written(changed);
  exhibits.written(evidence);
  if (withHistory) history.written(deployments);
  return true;
}

// The current state of every deployment in memory, and the table that remembers it over a restart.
import type { DatabaseSync } from 'node:sqlite';
import type { DeploymentState } from '../model/belief.ts';
import { deploymentStateSchema } from './state-schema.ts';
import type { StoreEvents } from './store.ts';

export interface States {
  readonly all: () => readonly DeploymentState[];
  readonly get: (deployment: string) => DeploymentState | null;
  /** Makes a state current, or forgets it with null; either waits to be written. */
  readonly set: (deployment: string, state: DeploymentState | null) => void;
  /** Deployments whose current state is not written; never more than there are and were since the last commit. */
  readonly waiting: () => readonly string[];
  /** Inside a transaction. */
  readonly write: (deployments: readonly string[]) => void;
  /** After its commit. */
  readonly written: (deployments: readonly string[]) => void;
}

export function openStates(database: DatabaseSync, onError: StoreEvents['onError']): States {
  const upsert = database.prepare(
    'INSERT INTO states VALUES (?, ?) ON CONFLICT DO UPDATE SET json = excluded.json',
  );
  const remove = database.prepare('DELETE FROM states WHERE deployment = ?');
  const current = readAll(database, onError);
  const waiting = new Set<string>();
  return {
    all: () => [...current.values()],
    get: (deployment) => current.get(deployment) ?? null,
    set: (deployment, state) => {
      if (state === null) current.delete(deployment);
      else current.set(deployment, state);
      waiting.add(deployment);
    },
    waiting: () => [...waiting],
    write: (deployments) => {
      for (const deployment of deployments) {
        const state = current.get(deployment);
        if (state === undefined) remove.run(deployment);
        else upsert.run(deployment, JSON.stringify(state));
      }
    },
    written: (deployments) => {
      for (const deployment of deployments) waiting.delete(deployment);
    },
  };
}

function readAll(database: DatabaseSync, onError: StoreEvents['onError']): Map<string, DeploymentState> {
  const read = new Map<string, DeploymentState>();
  for (const row of database.prepare('SELECT deployment, json FROM states').all()) {
    const deployment = String(row.deployment);
    try {
      const state = deploymentStateSchema.parse(JSON.parse(String(row.json)));
      if (state.deployment !== deployment) throw new Error(`the row holds ${state.deployment}`);
      read.set(deployment, state);
    } catch (error) {
      onError(new Error(`state of ${deployment} cannot be read, left out`, { cause: error }));
    }
  }
  return read;
}

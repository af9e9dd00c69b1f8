// The table of evidence: written with its incident and gone with it (a trigger sees to that), bounded per deployment.
import type { DatabaseSync } from 'node:sqlite';
import type { Evidence } from '../model/evidence.ts';
import { evidenceSchema } from './evidence-schema.ts';
import type { StoreEvents } from './store.ts';

/** Of each deployment the newest are kept; some 10 kB each. */
const maxPieces = 20;
/** Pieces that wait for a disk that fails; beyond, the oldest is given up. */
const maxWaiting = 1_000;

export interface Exhibits {
  /** Of one incident, oldest first. */
  readonly of: (incident: string) => readonly Evidence[];
  /** It waits to be written. */
  readonly put: (piece: Evidence) => void;
  readonly waiting: () => readonly Evidence[];
  /** Inside a transaction, after the incidents; a piece whose incident is not there is let go. */
  readonly write: (pieces: readonly Evidence[]) => void;
  /** After its commit. */
  readonly written: (pieces: readonly Evidence[]) => void;
}

export function openExhibits(database: DatabaseSync, onError: StoreEvents['onError']): Exhibits {
  const insert = database.prepare(`INSERT INTO evidence (incident, at_ms, deployment, json)
    SELECT ?1, ?2, ?3, ?4 WHERE EXISTS (SELECT 1 FROM incidents WHERE id = ?1)
    ON CONFLICT (incident, at_ms) DO UPDATE SET json = excluded.json`);
  const trim = database.prepare(`DELETE FROM evidence WHERE deployment = ?1 AND id NOT IN (
    SELECT id FROM evidence WHERE deployment = ?1 ORDER BY id DESC LIMIT ${maxPieces})`);
  const select = database.prepare('SELECT json FROM evidence WHERE incident = ? ORDER BY at_ms');
  const waiting = new Map<string, Evidence>();

  const read = (incident: string): readonly Evidence[] => {
    try {
      return select.all(incident).flatMap((row) => parse(String(row.json), onError));
    } catch (error) {
      onError(error);
      return [];
    }
  };

  return {
    of: (incident) => {
      const unwritten = [...waiting.values()].filter((piece) => piece.incident === incident);
      const known = read(incident);
      if (unwritten.length === 0) return known;
      const pieces = new Map([...known, ...unwritten].map((piece) => [piece.atMs, piece]));
      return [...pieces.values()].sort((a, b) => a.atMs - b.atMs).slice(-maxPieces);
    },
    put: (piece) => {
      waiting.set(keyOf(piece), piece);
      const [oldest] = waiting.keys();
      if (waiting.size > maxWaiting && oldest !== undefined) waiting.delete(oldest);
    },
    waiting: () => [...waiting.values()],
    write: (pieces) => {
      for (const piece of pieces) {
        insert.run(piece.incident, piece.atMs, piece.deployment, JSON.stringify(piece));
        trim.run(piece.deployment);
      }
    },
    written: (pieces) => {
      for (const piece of pieces) waiting.delete(keyOf(piece));
    },
  };
}

/** One transition of an incident an instant. */
function keyOf({ incident, atMs }: Evidence): string {
  return `${incident}@${atMs}`;
}

function parse(json: string, onError: StoreEvents['onError']): Evidence[] {
  try {
    return [evidenceSchema.parse(JSON.parse(json))];
  } catch (error) {
    onError(new Error('a piece of evidence cannot be read, left out', { cause: error }));
    return [];
  }
}

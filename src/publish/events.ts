// What changed, told in order to all who listen, and remembered so far that who was away for a while misses nothing.
import type { Change } from '../model/belief.ts';
import { timestamp } from './document.ts';
import { changeItem } from './event-schema.ts';

/** When it was told, epoch ms, and which of that instant, from 1. Events told later have greater ids, after a restart too. */
export interface EventId {
  readonly ms: number;
  readonly n: number;
}

/** Remembered, whichever is reached first; an event has some 300 bytes. The second bounds what waits for one viewer. */
export const maxEvents = 1_000;
export const maxEventsBytes = 256 * 1024;

/** What came after an id. */
export interface Since {
  /** False where something after the id is not remembered, or the id is of no instant that was. */
  readonly complete: boolean;
  /** The id that the first of these events follows: the one asked for, where it could be. */
  readonly from: EventId;
  /** The newest of all; what is told from now on follows it. */
  readonly to: EventId;
  /** The events as the stream sends them, oldest first. */
  readonly bytes: Buffer;
}

/** What publishing reads. */
export interface Events {
  /** null asks for what is told from now on. */
  readonly since: (id: EventId | null) => Since;
  /** `listener` is called when there is more; returns how to end that. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** The same for those who make changes. */
export interface EventHub extends Events {
  readonly tell: (changes: readonly Change[]) => void;
  /** The configuration has added, changed or removed deployments. */
  readonly tellFleet: () => void;
}

interface Told {
  readonly id: EventId;
  readonly bytes: Buffer;
}

export function createEvents(now: () => number): EventHub {
  const told: Told[] = [];
  const listeners = new Set<() => void>();
  let toldBytes = 0;
  let last: EventId = { ms: now(), n: 0 };
  /** The newest that is not remembered. */
  let floor = last;

  /** The clock may have been set back. */
  function nextId(): EventId {
    const ms = Math.max(now(), last.ms);
    return { ms, n: ms === last.ms ? last.n + 1 : 1 };
  }

  function add(event: string, data: object): void {
    last = nextId();
    const bytes = Buffer.from(frame(event, data, last));
    told.push({ id: last, bytes });
    toldBytes += bytes.length;
    while (told.length > maxEvents || toldBytes > maxEventsBytes) {
      const oldest = told.shift();
      if (oldest === undefined) return;
      floor = oldest.id;
      toldBytes -= oldest.bytes.length;
    }
  }

  function wake(): void {
    for (const listener of listeners) listener();
  }

  return {
    tell(changes) {
      for (const change of changes) add('change', changeItem(change));
      if (changes.length > 0) wake();
    },
    tellFleet() {
      add('fleet', { at: timestamp(now()) });
      wake();
    },
    since(id) {
      const isAhead = id !== null && id.ms > Math.max(now(), last.ms);
      const isForgotten = id !== null && isAfter(floor, id);
      const from = id === null || isAhead ? last : isForgotten ? floor : id;
      const index = told.findLastIndex((event) => !isAfter(event.id, from)) + 1;
      const bytes = Buffer.concat(told.slice(index).map((event) => event.bytes));
      return { complete: !isAhead && !isForgotten, from, to: last, bytes };
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** `1795284756123-1`, as of a Redis stream. */
export const eventIdPattern = /^\d{1,15}-\d{1,9}$/;

/** `text` is as the pattern says. */
export function parseEventId(text: string): EventId {
  const [ms, n] = text.split('-').map(Number);
  return { ms: ms ?? 0, n: n ?? 0 };
}

/** One event of a stream; JSON has no line break, whatever the strings in it are. */
export function frame(event: string, data: object, id?: EventId): string {
  const first = id === undefined ? '' : `id: ${id.ms}-${id.n}\n`;
  return `${first}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

function isAfter(left: EventId, right: EventId): boolean {
  return left.ms === right.ms ? left.n > right.n : left.ms > right.ms;
}

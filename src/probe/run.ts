// One run of one check: an attempt on the round's connection, and another where a reused one had gone stale.
import type { Check } from '../model/deployment.ts';
import type { Observation } from '../model/round.ts';
import { toFailure } from './failure.ts';
import { exchange } from './http.ts';
import { closeLink, type Link } from './link.ts';
import { observe, type Trace } from './observation.ts';
import { createStopwatch } from './timing.ts';

/** The place of a connection: empty before the first run, and after one that failed. */
export interface Slot {
  link: Link | null;
  readonly open: () => Link;
  /** Before it is opened: null when that may be now, else to be asked again; throws where we have no room at all. */
  readonly room: () => Promise<void> | null;
}

/** Rejects only when we failed, and not the target; then the connection is closed as well. */
export async function run(slot: Slot, check: Check): Promise<Observation> {
  // Before the clock: a look-up that waits for others of ours is no time of the target.
  for (let wait = roomIn(slot); wait !== null; wait = roomIn(slot)) await wait;
  const start = { epochMs: Date.now(), monotonicMs: performance.now() };
  const deadlineMs = start.monotonicMs + check.timeoutMs;
  try {
    const trace = await attempt(slot, check, deadlineMs);
    return await observe(check, start, wentStale(trace) ? await attempt(slot, check, deadlineMs) : trace);
  } catch (error) {
    if (slot.link !== null) closeLink(slot.link);
    slot.link = null;
    throw error;
  }
}

function roomIn({ link, room }: Slot): Promise<void> | null {
  return link === null ? room() : null;
}

async function attempt(slot: Slot, { target, maxBodyBytes }: Check, deadlineMs: number): Promise<Trace> {
  const link = slot.link ?? slot.open();
  const watch = createStopwatch(performance.now());
  link.watch = watch;
  slot.link = link;
  const answer = await exchange(link, { path: target, maxBodyBytes, deadlineMs });
  if (answer.error !== null) slot.link = null;
  return { answer, wire: link.wire, watch };
}

/**
 * A server may end a connection that was idle at the moment we write on it, which says nothing of its health.
 * Only a reused one (no connect phase), and only before a byte of the answer.
 */
function wentStale({ answer: { error }, watch: { phase, phases } }: Trace): boolean {
  if (error === null || phases.connect !== undefined || phase !== 'first_byte') return false;
  return toFailure(error, phase).kind === 'reset';
}

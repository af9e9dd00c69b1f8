// The last days and hours of every deployment: what is over is read once and kept while somebody asks, the rest anew.
import { type Chronicle, chronicleDays, chronicleHours, type Span } from '../model/history.ts';
import { createTurns } from '../turns.ts';
import { lengths, startOf } from './buckets.ts';
import { bounded, firstOf, withIncidents } from './chronicle.ts';
import { earliestMs, type Means, type Reach, type Reaches, readSpans } from './chronicle-spans.ts';
import type { DayCounts, IncidentDays } from './incident-days.ts';
import type { StoreEvents } from './store.ts';

/** Whoever asks is told what was known this long ago at most. */
const maxAgeMs = 5_000;
/** What nobody asked for so long is let go: 15 MB for 1,000 deployments. */
const maxIdleMs = 600_000;
/** A bucket that ended so long ago, and of which nothing waits, is over: rounds take, and are held up, less. */
const lateMs = 600_000;

const { dayMs, hourMs } = lengths;
const empty: Chronicle = { days: [], hours: [] };
const noIncidents: DayCounts = new Map();

interface Reading extends Reaches {
  readonly atMs: number;
  readonly chronicles: ReadonlyMap<string, Chronicle>;
}

export interface Chronicles {
  readonly all: (nowMs: number) => Promise<ReadonlyMap<string, Chronicle>>;
  /** To be called now and then: what nobody asked for lately is let go. */
  readonly letGo: (nowMs: number) => void;
}

export function openChronicles(
  means: Means,
  incidents: Pick<IncidentDays, 'all'>,
  onError: StoreEvents['onError'],
): Chronicles {
  let last: Reading | null = null;
  let underWay: Promise<ReadonlyMap<string, Chronicle>> | null = null;
  let askedMs = Number.NEGATIVE_INFINITY;
  let readMs = Number.NEGATIVE_INFINITY;

  async function read(nowMs: number): Promise<ReadonlyMap<string, Chronicle>> {
    readMs = nowMs;
    try {
      last = await inTurns(readAll(means, incidents, last, nowMs));
    } catch (error) {
      onError(error);
    }
    underWay = null;
    return last?.chronicles ?? new Map();
  }

  return {
    all: async (nowMs) => {
      askedMs = nowMs;
      if (underWay === null && Math.abs(nowMs - readMs) > maxAgeMs) underWay = read(nowMs);
      return underWay ?? last?.chronicles ?? new Map();
    },
    letGo: (nowMs) => {
      if (Math.abs(nowMs - askedMs) <= maxIdleMs) return;
      last = null;
      readMs = Number.NEGATIVE_INFINITY;
    },
  };
}

/** With time for everybody else between the steps. */
async function inTurns<T>(steps: Iterator<undefined, T>): Promise<T> {
  const turn = createTurns();
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    await turn();
  }
}

function* readAll(
  means: Means,
  incidents: Pick<IncidentDays, 'all'>,
  last: Reading | null,
  nowMs: number,
): Generator<undefined, Reading> {
  // A clock that was set back: what was over is to come.
  const before = last !== null && last.atMs <= nowMs ? last : null;
  const unwrittenMs = earliestMs(means.waiting);
  const reach = (lengthMs: number, count: number, known: Reach | undefined): Reach => {
    const fromMs = firstOf(nowMs, lengthMs, count);
    const overMs = startOf(Math.min(nowMs - lateMs, unwrittenMs), lengthMs);
    const settledMs = Math.max(fromMs, overMs);
    const readFromMs = Math.max(fromMs, Math.min(known?.settledMs ?? fromMs, settledMs));
    return { lengthMs, fromMs, readFromMs, settledMs };
  };
  const days = reach(dayMs, chronicleDays, before?.days);
  const hours = reach(hourMs, chronicleHours, before?.hours);
  const counts = yield* incidents.all(days.readFromMs, nowMs);
  const spans = yield* readSpans(means, { days, hours }, nowMs);
  const known = before?.chronicles ?? new Map<string, Chronicle>();
  const chronicles = new Map<string, Chronicle>();
  for (const id of new Set([...known.keys(), ...spans.keys(), ...counts.keys()])) {
    const { days: oldDays, hours: oldHours } = known.get(id) ?? empty;
    const { days: newDays, hours: newHours } = spans.get(id) ?? { days: [], hours: [] };
    const chronicle = {
      days: joined(
        oldDays,
        days,
        withIncidents(bounded(newDays, dayMs, nowMs), counts.get(id) ?? noIncidents),
      ),
      hours: joined(oldHours, hours, bounded(newHours, hourMs, nowMs)),
    };
    if (chronicle.days.length + chronicle.hours.length > 0) chronicles.set(id, chronicle);
    yield undefined;
  }
  return { atMs: nowMs, days, hours, chronicles };
}

/** What is known of before, as far back as it reaches, and what is read. */
function joined<T extends Span>(known: readonly T[], { fromMs, readFromMs }: Reach, read: readonly T[]): T[] {
  let first = 0;
  let end = known.length;
  while (first < end && (known[first]?.startMs ?? fromMs) < fromMs) first += 1;
  while (first < end && (known[end - 1]?.startMs ?? 0) >= readFromMs) end -= 1;
  return [...known.slice(first, end), ...read];
}

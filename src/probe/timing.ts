// The stopwatch of one run: which phase is under way, since when, and how long those before it took.
import type { PhaseName } from '../model/states.ts';

/** Instants are of `performance.now()`: ms with fractions, on a clock that is never set. */
export interface Stopwatch {
  phase: PhaseName;
  sinceMs: number;
  readonly phases: Partial<Record<PhaseName, number>>;
}

/** At `first_byte`, where a run on a connection that stands already begins. */
export function createStopwatch(nowMs: number): Stopwatch {
  return { phase: 'first_byte', sinceMs: nowMs, phases: {} };
}

/** Begins a phase without ending one: what passed since the last lap is our own time, and counts nowhere. */
export function begin(watch: Stopwatch, phase: PhaseName, nowMs: number): void {
  watch.phase = phase;
  watch.sinceMs = nowMs;
}

/** Ends the phase under way and begins the next. */
export function lap(watch: Stopwatch, next: PhaseName, nowMs: number): void {
  finish(watch, nowMs);
  begin(watch, next, nowMs);
}

/** Ends the phase under way. */
export function finish(watch: Stopwatch, nowMs: number): void {
  watch.phases[watch.phase] = nowMs - watch.sinceMs;
}

export function totalMs(phases: Stopwatch['phases']): number {
  return Object.values(phases).reduce((sum, phaseMs) => sum + phaseMs, 0);
}

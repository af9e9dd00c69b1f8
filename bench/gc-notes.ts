// Preloaded into an agent (`--import`): tells its parent of every garbage collection that held up its event loop.
import { PerformanceObserver, performance } from 'node:perf_hooks';

/** One pause. */
export interface GcPause {
  /** When it began, epoch ms. */
  readonly atMs: number;
  readonly durationMs: number;
}

const observer = new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries()) {
    const pause: GcPause = { atMs: performance.timeOrigin + startTime, durationMs: duration };
    process.send?.(pause);
  }
});
observer.observe({ entryTypes: ['gc'] });

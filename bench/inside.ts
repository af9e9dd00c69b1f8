// Preloaded into an agent (`--import`): tells its parent, whenever asked, what the process took and how long its loop was held.
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** What a process says of itself. */
export interface Inside {
  /** User and system time so far, all threads included. */
  readonly cpuMs: number;
  /** The longest pass of the event loop since it was last asked. */
  readonly heldMs: number;
}

const delay = monitorEventLoopDelay({ resolution: 2 });
delay.enable();

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMs: (user + system) / 1000, heldMs: delay.max / 1e6 } satisfies Inside);
  delay.reset();
});
// Listening to the parent keeps no process alive.
process.channel?.unref();

// Structured logs: pino to stdout, synchronous, so that the last line before an exit is there.
import { destination, type Logger, pino } from 'pino';

export type { Logger } from 'pino';

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** A logger with ISO times and without pid and host name; `write` takes whole lines, stdout by default. */
export function createLog(level: LogLevel, write?: (line: string) => void): Logger {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  return pino(options, write === undefined ? destination({ dest: 1, sync: true }) : { write });
}

/** Logs each kind of failure at most once in this time; the counts are in the metrics. */
const repeatAfterMs = 60_000;
const maxKinds = 1_000;

/** Reports our own failures: `report(stage, error)` logs one line a kind and minute. */
export function createFailureLog(log: Logger, now: () => number): (stage: string, error: unknown) => void {
  const lastMs = new Map<string, number>();
  return (stage, error) => {
    const message = error instanceof Error ? error.message : String(error);
    const kind = `${stage}: ${message}`;
    const nowMs = now();
    if (nowMs - (lastMs.get(kind) ?? Number.NEGATIVE_INFINITY) < repeatAfterMs) return;
    if (lastMs.size >= maxKinds) lastMs.clear();
    lastMs.set(kind, nowMs);
    log.error({ event: 'agent.error', stage, err: error }, message);
  };
}

// The shapes of a rule before it is written: one row an alert or a record.

export type AlertSeverity = 'critical' | 'warning' | 'none';

export interface RecordRule {
  /** `level:metric:operations`. */
  readonly record: string;
  readonly expr: string;
}

export interface AlertRule {
  readonly alert: string;
  /** Whom it is about, which decides the dashboard it leads to. */
  readonly subject: 'deployment' | 'agent' | 'fleet';
  readonly severity: AlertSeverity;
  readonly expr: string;
  readonly forMs: number;
  /** For alerts whose series go with the agent: they would resolve by themselves when it is killed. */
  readonly keepFiringForMs?: number;
  readonly labels?: Readonly<Record<string, string>>;
  /** A sentence that is the same for all of its alerts. */
  readonly summary: string;
  /** A Go template. */
  readonly description: string;
}

export interface Group<Rule> {
  readonly name: string;
  /** How often it is evaluated, where not as the server is configured, ms. */
  readonly everyMs?: number;
  readonly rules: readonly Rule[];
}

/** How long an alert outlives its series: longer than a restart of the agent takes. */
export const keepFiringForMs = 300_000;

/** A wait of at least `floorMs` and at least two runs of the slowest check, which may make it `capMs` at most. */
export function waitMs(floorMs: number, intervalMs: number, capMs: number): number {
  return Math.max(floorMs, Math.min(2 * intervalMs, capMs));
}

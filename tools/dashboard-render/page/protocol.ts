// What the tool asks of the page, and what the page says back.

export interface Drawing {
  /** A dashboard as Grafana imports it. */
  readonly dashboard: unknown;
  readonly fromMs: number;
  readonly toMs: number;
  readonly scrapeIntervalMs: number;
  /** The chosen value of a variable; those that are not here stand at All, or at their first value. */
  readonly choices: Readonly<Record<string, string>>;
}

export interface DrawingReport {
  readonly title: string;
  readonly panels: number;
  /** What is wrong, one line each, the panel first. */
  readonly findings: readonly string[];
  readonly heightPx: number;
}

declare global {
  var drawDashboard: (drawing: Drawing) => Promise<DrawingReport>;
  /** Resolves when nothing moves any more. */
  var dashboardSettled: () => Promise<void>;
}

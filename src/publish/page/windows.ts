// The stretches of time that the page of a deployment tells, and how finely.
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

export interface Window {
  readonly inWords: string;
  readonly lengthMs: number;
  /** Of the buckets of the chart, and as the history route takes it. */
  readonly bucketMs: number;
  readonly resolution: '5m' | '1h' | '1d';
  /** Of the rows of the table: a page must not become a list of 288. */
  readonly rowMs: number;
}

export const windows = {
  '1h': {
    inWords: '1 hour',
    lengthMs: hourMs,
    bucketMs: 5 * minuteMs,
    resolution: '5m',
    rowMs: 5 * minuteMs,
  },
  '24h': { inWords: '24 hours', lengthMs: dayMs, bucketMs: 5 * minuteMs, resolution: '5m', rowMs: hourMs },
  '7d': { inWords: '7 days', lengthMs: 7 * dayMs, bucketMs: hourMs, resolution: '1h', rowMs: dayMs },
  '90d': { inWords: '90 days', lengthMs: 90 * dayMs, bucketMs: dayMs, resolution: '1d', rowMs: dayMs },
} as const satisfies Readonly<Record<string, Window>>;

export type WindowName = keyof typeof windows;
export const windowNames = ['1h', '24h', '7d', '90d'] as const satisfies readonly WindowName[];
export const defaultWindow: WindowName = '24h';

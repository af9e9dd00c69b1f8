// The stretches of time that the page of a deployment tells, and how finely.
import { resolutions } from '../../model/history.ts';

const { '5m': fine, '1h': hour, '1d': day } = resolutions;

export interface Window {
  readonly inWords: string;
  readonly lengthMs: number;
  /** Of the buckets of the chart, as the history route takes it. */
  readonly resolution: keyof typeof resolutions;
  readonly bucketMs: number;
  /** Of the rows of the table: a page must not become a list of 288. */
  readonly rowMs: number;
}

export const windows = {
  '1h': {
    inWords: '1 hour',
    lengthMs: hour.lengthMs,
    resolution: '5m',
    bucketMs: fine.lengthMs,
    rowMs: fine.lengthMs,
  },
  '24h': {
    inWords: '24 hours',
    lengthMs: day.lengthMs,
    resolution: '5m',
    bucketMs: fine.lengthMs,
    rowMs: hour.lengthMs,
  },
  '7d': {
    inWords: '7 days',
    lengthMs: 7 * day.lengthMs,
    resolution: '1h',
    bucketMs: hour.lengthMs,
    rowMs: day.lengthMs,
  },
  '90d': {
    inWords: '90 days',
    lengthMs: 90 * day.lengthMs,
    resolution: '1d',
    bucketMs: day.lengthMs,
    rowMs: day.lengthMs,
  },
} as const satisfies Readonly<Record<string, Window>>;

export type WindowName = keyof typeof windows;
export const windowNames = ['1h', '24h', '7d', '90d'] as const satisfies readonly WindowName[];
export const defaultWindow: WindowName = '24h';

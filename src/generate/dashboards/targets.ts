// Queries and the series they ask for: every selector is held to the variables of its dashboard.
import type { DataSourceRef, Target } from './format.ts';

export const datasource: DataSourceRef = { type: 'prometheus', uid: `\${datasource}` };

/** Names a series with the dashboard's matchers, and some of its own. */
export type Select = (name: string, ...matchers: string[]) => string;

const byAgent = ['job=~"$job"', 'instance=~"$instance"'];

/** A selector of all series of the chosen agents which hold to `matchers` too. */
export function selector(...matchers: string[]): Select {
  return (name, ...own) => `${name}{${[...byAgent, ...matchers, ...own].join(', ')}}`;
}

/** Without labels; what is chosen of agents only. */
export const ofAgents: Select = selector();

/** The step below which the rarer checks (files every minute, regions every five) leave gaps in a rate. */
const ratedStep = '1m';

export type Query = Pick<Target, 'expr' | 'legendFormat' | 'format' | 'instant'> & {
  readonly interval?: string;
};

/** A value now, for a stat. */
export function now(expr: string, legendFormat = ''): Query {
  return { expr, legendFormat, format: 'time_series', instant: true };
}

/** A line over time. */
export function line(expr: string, legendFormat: string): Query {
  return { expr, legendFormat, format: 'time_series', instant: false };
}

/** A line that is a rate of runs. */
export function rated(expr: string, legendFormat: string): Query {
  return { ...line(expr, legendFormat), interval: ratedStep };
}

/** Cumulative buckets over time, for a heatmap. */
export function buckets(expr: string): Query {
  return { expr, legendFormat: '{{le}}', format: 'heatmap', instant: false, interval: ratedStep };
}

/** A column of a table: one value a row now. */
export function column(expr: string): Query {
  return { expr, legendFormat: '', format: 'table', instant: true };
}

/** refId A, B, C … in their order. */
export function targetsOf(queries: readonly Query[]): readonly Target[] {
  return queries.map(({ expr, legendFormat, format, instant, interval }, index) => ({
    refId: String.fromCharCode('A'.charCodeAt(0) + index),
    datasource,
    expr,
    legendFormat,
    format,
    instant,
    range: !instant,
    exemplar: false,
    editorMode: 'code',
    hide: false,
    ...(interval === undefined ? {} : { interval }),
  }));
}

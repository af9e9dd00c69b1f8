// The kinds of panels but tables: a number, lines, a state timeline, a heatmap.
import type { Mapping, Override, Thresholds } from './format.ts';
import { type Draft, panel, type Words } from './panel.ts';
import type { Query } from './targets.ts';
import { byPalette, neutral, noData } from './values.ts';

interface Stat extends Words {
  readonly w?: number;
  readonly h?: number;
  readonly query: Query;
  readonly unit: string;
  readonly thresholds?: Thresholds;
  readonly mappings?: readonly Mapping[];
  readonly decimals?: number;
  /** Shows the series' name in the place of its value. */
  readonly named?: boolean;
}

/** One number or word, as it is now. */
export function stat({
  query,
  unit,
  thresholds,
  mappings,
  decimals,
  named,
  w = 3,
  h = 4,
  ...words
}: Stat): Draft {
  return panel('stat', {
    ...words,
    w,
    h,
    queries: [query],
    defaults: {
      unit,
      thresholds: thresholds ?? neutral,
      mappings: mappings ?? [noData],
      ...(decimals === undefined ? {} : { decimals }),
    },
    options: {
      colorMode: 'background',
      graphMode: 'none',
      justifyMode: 'center',
      orientation: 'auto',
      percentChangeColorMode: 'standard',
      reduceOptions: { calcs: ['lastNotNull'], fields: '', values: false },
      showPercentChange: false,
      text: {},
      textMode: named ? 'name' : 'value',
      wideLayout: true,
    },
  });
}

const tooltip = { mode: 'multi', sort: 'desc' };
const legend = { calcs: [], displayMode: 'list', placement: 'bottom', showLegend: true };

interface Lines extends Words {
  readonly w: number;
  readonly h?: number;
  readonly queries: readonly Query[];
  readonly unit: string;
  readonly thresholds?: Thresholds;
  readonly stacked?: boolean;
  readonly bars?: boolean;
  readonly max?: number;
  /** How far the axis reaches at least. */
  readonly softMax?: number;
  readonly overrides?: readonly Override[];
}

/** Values over time; `thresholds` are drawn as lines. */
export function timeseries(lines: Lines): Draft {
  const { queries, unit, thresholds, stacked, bars, max, softMax, overrides, w, h = 8, ...words } = lines;
  return panel('timeseries', {
    ...words,
    w,
    h,
    queries,
    defaults: {
      unit,
      color: byPalette,
      mappings: [],
      thresholds: thresholds ?? neutral,
      min: 0,
      ...(max === undefined ? {} : { max }),
      custom: {
        axisBorderShow: false,
        axisCenteredZero: false,
        axisColorMode: 'text',
        axisLabel: '',
        axisPlacement: 'auto',
        ...(softMax === undefined ? {} : { axisSoftMax: softMax }),
        barAlignment: 0,
        drawStyle: bars ? 'bars' : 'line',
        fillOpacity: bars ? 80 : stacked ? 50 : 0,
        gradientMode: 'none',
        insertNulls: false,
        lineInterpolation: 'linear',
        lineWidth: 1,
        pointSize: 5,
        scaleDistribution: { type: 'linear' },
        showPoints: 'auto',
        spanNulls: false,
        stacking: { group: 'A', mode: stacked ? 'normal' : 'none' },
        thresholdsStyle: { mode: thresholds === undefined ? 'off' : 'dashed' },
      },
    },
    ...(overrides === undefined ? {} : { overrides }),
    options: { legend, tooltip },
  });
}

interface Timeline extends Words {
  readonly w: number;
  readonly h: number;
  readonly queries: readonly Query[];
  readonly mappings: readonly Mapping[];
}

/** A row a series, coloured by what its value is called. */
export function stateTimeline({ w, h, queries, mappings, ...words }: Timeline): Draft {
  return panel('state-timeline', {
    ...words,
    w,
    h,
    queries,
    defaults: { unit: 'none', mappings, custom: { fillOpacity: 80, lineWidth: 0 } },
    options: {
      alignValue: 'left',
      legend,
      mergeValues: true,
      rowHeight: 0.85,
      showValue: 'never',
      tooltip: { mode: 'single', sort: 'none' },
    },
  });
}

/** Where the answers of a histogram lie over time. */
export function heatmap({
  query,
  w,
  ...words
}: Words & { readonly query: Query; readonly w: number }): Draft {
  return panel('heatmap', {
    ...words,
    w,
    h: 8,
    queries: [query],
    defaults: { unit: 's', mappings: [], custom: { scaleDistribution: { type: 'linear' } } },
    options: {
      calculate: false,
      cellGap: 1,
      cellValues: {},
      color: {
        exponent: 0.5,
        fill: 'dark-orange',
        mode: 'scheme',
        reverse: false,
        scale: 'exponential',
        scheme: 'Oranges',
        steps: 64,
      },
      exemplars: { color: 'rgba(255,0,255,0.7)' },
      filterValues: { le: 1e-9 },
      legend: { show: true },
      rowsFrame: { layout: 'auto' },
      showValue: 'never',
      tooltip: { mode: 'single', showColorScale: false, yHistogram: false },
      yAxis: { axisPlacement: 'left', reverse: false, unit: 's' },
    },
  });
}

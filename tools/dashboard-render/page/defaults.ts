// What a panel plugin adds where a dashboard says nothing; ours say all of it, so this is for others.

const line = {
  drawStyle: 'line',
  lineInterpolation: 'linear',
  lineWidth: 1,
  fillOpacity: 0,
  gradientMode: 'none',
  pointSize: 5,
  showPoints: 'auto',
  spanNulls: false,
  stacking: { mode: 'none', group: 'A' },
  axisPlacement: 'auto',
  axisColorMode: 'text',
  axisBorderShow: false,
  scaleDistribution: { type: 'linear' },
  thresholdsStyle: { mode: 'off' },
  hideFrom: { legend: false, tooltip: false, viz: false },
};

/** By panel type. */
export const customDefaults: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  timeseries: line,
  table: { align: 'auto', cellOptions: { type: 'auto' }, inspect: false },
  'state-timeline': { fillOpacity: 70, lineWidth: 0 },
};

// The OpenMetrics 1.0 text of a rendering, made from the 0.0.4 text that prom-client writes.

export type MetricsFormat = 'text' | 'openmetrics';

export const metricsContentTypes: Readonly<Record<MetricsFormat, string>> = {
  text: 'text/plain; version=0.0.4; charset=utf-8',
  openmetrics: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
};

/**
 * prom-client's own OpenMetrics renames counters in place and spoils every later 0.0.4 output, so the text is
 * rewritten. Lines are told by \n alone: label values may hold \r and U+2028, which `^` and `$` would take.
 * Source: OpenMetrics 1.0, "Counter" (family names without _total) and "Numbers" (le="1.0").
 */
export function toOpenMetrics(text: string): string {
  const body = `\n${text}`
    .replace(/\n(?=\n)/g, '')
    .replace(/\n# HELP (\S+)_total ([^\n]*)\n# TYPE \S+ counter(?=\n)/g, (_, family: string, help: string) =>
      // A gauge already has the name without _total: two families may not share one, so this one stays whole.
      text.includes(`\n# TYPE ${family} `)
        ? `\n# HELP ${family}_total ${help}\n# TYPE ${family}_total unknown`
        : `\n# HELP ${family} ${help}\n# TYPE ${family} counter`,
    )
    .replace(/(?<=[{,]le=")(\d+)(?=")/g, '$1.0')
    .replace(/ Nan(?=\n)/g, ' NaN');
  return `${body.slice(1).replace(/\n*$/, '')}\n# EOF\n`;
}

/** Series in a 0.0.4 text. */
export function countSeries(text: string): number {
  let series = 0;
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at);
    const stop = end < 0 ? text.length : end;
    if (stop > at && text[at] !== '#') series += 1;
    at = stop + 1;
  }
  return series;
}

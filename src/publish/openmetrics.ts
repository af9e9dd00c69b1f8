// The two text formats of metrics, Prometheus 0.0.4 and OpenMetrics 1.0, and where a bucket's bound differs in them.

export type MetricsFormat = 'text' | 'openmetrics';

export const metricsContentTypes: Readonly<Record<MetricsFormat, string>> = {
  text: 'text/plain; version=0.0.4; charset=utf-8',
  openmetrics: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
};

/** The value of `le`. OpenMetrics 1.0, "Numbers": a bound is written as a decimal. */
export function bucketBound(bound: number, format: MetricsFormat): string {
  if (bound === Number.POSITIVE_INFINITY) return '+Inf';
  return format === 'openmetrics' && Number.isInteger(bound) ? `${bound}.0` : `${bound}`;
}

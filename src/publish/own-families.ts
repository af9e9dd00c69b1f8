// The agent's own metrics, which prom-client keeps, in families that are written as those of the fleet.
import type { MetricObjectWithValues, MetricValueWithName, Registry } from 'prom-client';
import { type Family, headOf, type Labels, labelBytes } from './exposition.ts';
import { bucketBound, type MetricsFormat } from './openmetrics.ts';

/** Of the one subject that is the agent. */
export type OwnFamily = Family<null>;

type Kept = MetricObjectWithValues<MetricValueWithName<string>>;

export async function ownFamilies(registry: Registry): Promise<readonly OwnFamily[]> {
  const kept: readonly Kept[] = await registry.getMetricsAsJSON();
  return kept.map(({ name, help, type, values }) => ({
    name,
    help,
    // prom-client declares a number, and gives the name.
    type: String(type) as OwnFamily['type'],
    labels: [],
    series: (_, write, format) => {
      for (const { metricName, labels, value } of values)
        write(headOf(metricName ?? name), labelsOf(labels, format), value);
    },
  }));
}

/** One gauge of no labels. */
export function ownGauge(name: string, help: string, value: number): OwnFamily {
  const head = headOf(name);
  return { name, type: 'gauge', help, labels: [], series: (_, write) => write(head, noLabels, value) };
}

const noLabels: Labels = Buffer.alloc(0);

function labelsOf(labels: Kept['values'][number]['labels'], format: MetricsFormat): Labels {
  const pairs = Object.entries(labels).map(([label, value]) =>
    labelBytes(
      label,
      label === 'le'
        ? bucketBound(value === '+Inf' ? Number.POSITIVE_INFINITY : Number(value), format)
        : String(value),
    ),
  );
  return Buffer.concat(pairs);
}

// Every metric family there is, with its labels: what a query may rest on, and what the metric reference is made of.
import { Registry } from 'prom-client';
import { createAgentMetrics } from './agent-metrics.ts';
import type { Family } from './exposition.ts';
import { fleetFamilies, seriesGauge } from './metrics.ts';

/** The labels are those of its series; of a histogram, `le` of its buckets too. */
export type CatalogueEntry = Pick<Family<unknown>, 'name' | 'type' | 'labels' | 'help'>;

/**
 * In the order of the rendering, with those that are off unless asked for. `picket_deployment_info` has the labels of
 * the configuration besides; which `process_*` families there are is the platform's.
 */
export function catalogue(): readonly CatalogueEntry[] {
  return [...fleetFamilies(true), ...agentEntries(), seriesGauge(0)].map(({ name, type, labels, help }) => ({
    name,
    type,
    labels,
    help,
  }));
}

function agentEntries(): readonly CatalogueEntry[] {
  const registry = new Registry();
  createAgentMetrics(registry, '');
  return registry.getMetricsAsArray().map((metric) => {
    // prom-client declares a number, and gives the name.
    const type = String(metric.type) as CatalogueEntry['type'];
    const labels = declaredLabels(metric);
    return {
      name: metric.name,
      type,
      labels: type === 'histogram' ? [...labels, 'le'] : labels,
      help: metric.help,
    };
  });
}

/** prom-client keeps them on the metric, and declares them nowhere. */
function declaredLabels(metric: object): readonly string[] {
  return 'labelNames' in metric && Array.isArray(metric.labelNames) ? metric.labelNames.map(String) : [];
}

// What the same checks cost at the same pace, plain HTTP: Picket against blackbox_exporter, each with its Prometheus.
import type { Report } from './report.ts';
import { samePace } from './same-pace.ts';

export function bench(): Promise<Report> {
  return samePace({
    title: 'the whole job at the same pace',
    tls: false,
    paces: [1000, 2000],
    most: { fresh: 0.6, kept: 0.35 },
  });
}

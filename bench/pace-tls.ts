// What the same checks cost at the same pace over TLS: Picket against blackbox_exporter, each with its Prometheus.
import type { Report } from './report.ts';
import { samePace } from './same-pace.ts';

export function bench(): Promise<Report> {
  return samePace({
    title: 'the whole job at the same pace, over TLS',
    tls: true,
    // One pace: at twice this one the handshakes of blackbox_exporter and the origin alone take most of two cores.
    paces: [1000],
    most: { fresh: 1, kept: 0.35 },
  });
}

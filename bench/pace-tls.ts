// What the same checks cost at the same pace over TLS: Picket against blackbox_exporter, each with its Prometheus.
import type { Report } from './report.ts';
import { samePace } from './same-pace.ts';

/** One pace: handshakes weigh the same at any, and each pace takes minutes. */
export function bench(): Promise<Report> {
  return samePace({
    title: 'the whole job at the same pace, over TLS',
    tls: true,
    paces: [2000],
    most: { fresh: 1, kept: 0.35 },
  });
}

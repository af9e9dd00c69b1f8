// What the same checks cost at the same pace over TLS: Picket against blackbox_exporter, each with its Prometheus.
import type { Report } from './report.ts';
import { samePace } from './same-pace.ts';

export function bench(): Promise<Report> {
  return samePace({
    title: 'the whole job at the same pace, over TLS',
    note: ` One pace: at 2,000 checks blackbox_exporter and the origin alone need 1.3 of the machine's two
cores for handshakes, and its probes fail.`,
    tls: true,
    paces: [1000],
    most: { fresh: 1, kept: 0.35 },
  });
}

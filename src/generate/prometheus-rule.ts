// The rules of Prometheus as the one object that the Prometheus Operator reads them from.
import { stringify } from 'yaml';

/** `groups` as they stand in a rule file, which is also how the operator wants them. */
export function prometheusRule(groups: readonly object[]): string {
  const manifest = {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'picket', namespace: 'picket', labels: { 'app.kubernetes.io/name': 'picket' } },
    spec: { groups },
  };
  return `${introduction}\n${stringify(manifest, { lineWidth: 0, aliasDuplicateObjects: false })}`;
}

const introduction =
  '# The rules of config/stack/prometheus/rules for the Prometheus Operator. Written by `npm run generate`.';

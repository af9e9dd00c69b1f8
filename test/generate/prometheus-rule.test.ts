// Rule groups as an object of the Prometheus Operator: unchanged, in their order, whole.
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { prometheusRule } from '../../src/generate/prometheus-rule.ts';

const labels = { severity: 'critical' };
const groups = [
  { name: 'records', rules: [{ record: 'job:up:avg', expr: 'avg by (job) (\n  up\n)' }] },
  {
    name: 'alerts',
    interval: '1m',
    rules: [
      {
        alert: 'A',
        expr: 'up == 0',
        for: '5m',
        labels,
        annotations: { summary: `{{ $labels.job }} ${'x'.repeat(200)}` },
      },
      { alert: 'B', expr: 'up == 0', labels },
    ],
  },
];

test('the groups are those of the rule files', () => {
  expect(parse(prometheusRule(groups))).toEqual({
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'picket', namespace: 'picket', labels: { 'app.kubernetes.io/name': 'picket' } },
    spec: { groups },
  });
});

test('nothing in it refers to something else, and it says where it comes from', () => {
  const text = prometheusRule(groups);
  expect(text).toMatch(/^# .*`npm run generate`/);
  expect(text).not.toMatch(/: [&*]\w/);
});

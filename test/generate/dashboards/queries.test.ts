// PromQL that dashboards share, as it comes out.
import { expect, test } from 'vitest';
import * as queries from '../../../src/generate/dashboards/queries.ts';
import { ofAgents, selector } from '../../../src/generate/dashboards/targets.ts';

const one = selector('deployment="$deployment"');

test('a selector is held to the chosen agents, to its dashboard, and to what it says itself', () => {
  expect(ofAgents('up')).toBe('up{job=~"$job", instance=~"$instance"}');
  expect(one('up', 'check="status"')).toBe(
    'up{job=~"$job", instance=~"$instance", deployment="$deployment", check="status"}',
  );
});

test('a count is 0 only while there is something to count', () => {
  expect(queries.countOf('up == 0', 'up')).toBe('count(up == 0) or 0 * count(up)');
});

test('what every process has is that of agents alone', () => {
  expect(queries.ofPicket('up')).toBe(
    'up and on (job, instance) picket_build_info{job=~"$job", instance=~"$instance"}',
  );
});

test('a short state is not lost between two points', () => {
  expect(queries.highest('code', 'deployment')).toBe(
    'max by (deployment) (max_over_time(code[$__interval]) or code)',
  );
  expect(queries.lowest('up', 'check')).toBe('min by (check) (min_over_time(up[$__interval]) or up)');
});

test('the worst are the same at every step', () => {
  expect(queries.worstOf(5, 'code', 'deployment', queries.badness('code', 'deployment'))).toBe(
    'code and on (deployment) topk(5, max by (deployment) (avg_over_time(code[$__range] @ end())))',
  );
});

test('checks that never ran are stale too: they are all checks but those that ran lately', () => {
  expect(queries.staleChecks((name) => name)).toBe(
    'max by (deployment, check) (picket_check_interval_seconds) unless (time() - max by (deployment, check) (picket_check_last_run_timestamp_seconds) <= 3 * max by (deployment, check) (picket_check_interval_seconds) + 60)',
  );
});

test('a burn rate is the failure ratio by what the objective allows', () => {
  expect(queries.burn((name) => name, '1h')).toBe(
    '(sum by (deployment) (increase(picket_check_failures_total[1h])) / sum by (deployment) (increase(picket_check_runs_total[1h]))) / (1 - max by (deployment) (picket_deployment_availability_objective_ratio))',
  );
});

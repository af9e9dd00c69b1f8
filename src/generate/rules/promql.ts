// The pieces of PromQL that rules are made of: selectors, who is believed, and the labels of a deployment.
import type { RuleSettings } from './settings.ts';

/** One series a deployment, with its own labels; its value is 1. */
export const labelsRecord = 'job_deployment:picket_deployment_info:topk1';
/** There while an instance is told of a deployment's maintenance; its value is 1. */
export const maintenanceRecord = 'job_instance_deployment:picket_under_maintenance:max';

export const ofDeployment = ['job', 'deployment'];
export const ofCheck = [...ofDeployment, 'check'];

/** `metric{job, …}`. */
export function select({ job }: RuleSettings, metric: string, ...matchers: readonly string[]): string {
  return `${metric}{${[job, ...matchers].join(', ')}}`;
}

/** `operator by (…) (` with the lines between, one level in, and `)`. */
export function aggregate(operator: string, by: readonly string[], ...lines: readonly string[]): string {
  return `${operator} by (${by.join(', ')}) (\n${indented(lines.join('\n'))}\n)`;
}

export function indented(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}

/** Leaves out agents that are cut off, one by one and so before any aggregation. */
export function unlessCutOff(settings: RuleSettings): string {
  return `unless on (job, instance) (${select(settings, 'picket_agent_egress_ok')} == 0)`;
}

/** Leaves out what a deployment does while it reports to be under maintenance. */
export function unlessMaintained(settings: RuleSettings): string {
  return `unless on (job, instance, deployment) ${select(settings, maintenanceRecord)}`;
}

/** Only what an agent reads from a check that is up: what it failed to read is told by the check's own alert. */
export function whileUp(settings: RuleSettings, check: string): string {
  return `and on (job, instance, deployment) (${select(settings, 'picket_check_up', `check="${check}"`)} == 1)`;
}

/** Series of agents that have a network, of deployments that are meant to work. */
export function believed(settings: RuleSettings, series: string): readonly string[] {
  return [series, unlessCutOff(settings), unlessMaintained(settings)];
}

/**
 * The condition with the deployment's own labels. One series a deployment is joined, whatever replicas of two versions
 * show; where there is none the deployment is joined by its id alone, so that the alert fires all the same.
 */
export function withLabels(settings: RuleSettings, condition: string): string {
  const by = ofDeployment.join(', ');
  const known = select(settings, labelsRecord);
  const fallback = `group by (${by}) (${select(settings, 'picket_deployment_status_code')})`;
  return [
    `(\n${indented(condition)}\n)`,
    `* on (${by}) group_left (${settings.labels.join(', ')}) (\n${indented(`${known}\nor on (${by}) ${fallback}`)}\n)`,
  ].join('\n');
}

// The two rule files as Prometheus reads them: rows become rules, written in a stable order.
import { stringify } from 'yaml';
import { formatDuration } from '../../config/units.ts';
import { agentAlerts } from './agent-alerts.ts';
import { burnRateGroups, ratesFor } from './burn-rates.ts';
import { checkAlerts } from './check-alerts.ts';
import { componentAlerts } from './component-alerts.ts';
import { deploymentAlerts } from './deployment-alerts.ts';
import { recordGroups } from './records.ts';
import type { AlertRule, Group, RecordRule } from './rule.ts';
import type { RuleSettings } from './settings.ts';

export interface RuleFile {
  readonly name: 'picket-records.yaml' | 'picket-alerts.yaml';
  readonly groups: readonly object[];
}

/** Records first: alerts read them. */
export function ruleFiles(settings: RuleSettings): readonly RuleFile[] {
  const records = recordGroups(settings, ratesFor(settings.objectiveMs));
  const alerts = alertGroups(settings);
  return [
    { name: 'picket-records.yaml', groups: records.map((group) => written(group, recordRule)) },
    {
      name: 'picket-alerts.yaml',
      groups: alerts.map((group) => written(group, (row) => alertRule(settings, row))),
    },
  ];
}

export function alertGroups(settings: RuleSettings): readonly Group<AlertRule>[] {
  return [
    { name: 'picket-deployments', rules: deploymentAlerts(settings) },
    { name: 'picket-checks', rules: checkAlerts(settings) },
    { name: 'picket-components', rules: componentAlerts(settings) },
    ...burnRateGroups(settings, ratesFor(settings.objectiveMs)),
    { name: 'picket-agents', rules: agentAlerts(settings) },
  ];
}

/** One file of all the groups: a second document of a YAML stream would never be loaded. */
export function ruleText(files: readonly RuleFile[]): string {
  const groups = files.flatMap((file) => file.groups);
  return `# Written by \`picket rules\`; change its options or its configuration, not this.\n${stringify({ groups }, { lineWidth: 0 })}`;
}

/** The anchor of an alert's section in the runbooks. */
export function runbookAnchor(alert: string): string {
  return alert.toLowerCase();
}

function written<Rule>({ name, everyMs, rules }: Group<Rule>, write: (rule: Rule) => object): object {
  return {
    name,
    ...(everyMs !== undefined && { interval: formatDuration(everyMs) }),
    rules: rules.map(write),
  };
}

function recordRule({ record, expr }: RecordRule): object {
  return { record, expr };
}

function alertRule(settings: RuleSettings, row: AlertRule): object {
  const { alert, expr, forMs, keepFiringForMs, labels, summary, description } = row;
  return {
    alert,
    expr,
    ...(forMs > 0 && { for: formatDuration(forMs) }),
    ...(keepFiringForMs !== undefined && { keep_firing_for: formatDuration(keepFiringForMs) }),
    labels: { severity: severityOf(settings, row), ...labels },
    annotations: {
      summary,
      description,
      runbook_url: `${settings.runbooks}#${runbookAnchor(alert)}`,
      dashboard_url: dashboardOf(settings, row),
    },
  };
}

/** A deployment that is not critical pages nobody. No series tells which are, so that the rule names them. */
function severityOf({ lesser }: RuleSettings, { subject, severity }: AlertRule): string {
  if (severity !== 'critical' || subject !== 'deployment' || lesser.length === 0) return severity;
  return `{{ if match "^(${lesser.join('|')})$" $labels.deployment }}warning{{ else }}critical{{ end }}`;
}

function dashboardOf({ grafana }: RuleSettings, { subject }: AlertRule): string {
  if (subject === 'deployment')
    return `${grafana}/d/picket-deployment?var-deployment={{ $labels.deployment }}`;
  if (subject === 'agent') return `${grafana}/d/picket-agent?var-instance={{ $labels.instance }}`;
  return `${grafana}/d/picket-fleet`;
}

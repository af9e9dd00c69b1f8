// Alerts about a deployment as a whole: down, contradicting itself, its certificate.
import { soonDays, verySoonDays } from '../../model/expiry.ts';
import { aggregate, believed, ofDeployment, select, unlessCutOff, withLabels } from './promql.ts';
import { type AlertRule, keepFiringForMs, keepHoldingBackForMs, waitMs } from './rule.ts';
import type { RuleSettings } from './settings.ts';

const minuteMs = 60_000;

export function deploymentAlerts(settings: RuleSettings): readonly AlertRule[] {
  return [
    down(settings),
    contradiction(settings),
    certificate(settings, {
      alert: 'PicketCertificateExpiresSoon',
      severity: 'warning',
      condition: (left) => `${left} < ${soonDays} * 86400 >= ${verySoonDays} * 86400`,
      forMs: 60 * minuteMs,
      summary: `The certificate of a deployment expires within ${soonDays} days.`,
    }),
    certificate(settings, {
      alert: 'PicketCertificateExpiresVerySoon',
      severity: 'critical',
      condition: (left) => `${left} < ${verySoonDays} * 86400`,
      forMs: 10 * minuteMs,
      summary: `The certificate of a deployment expires within ${verySoonDays} days, or has expired.`,
    }),
  ];
}

/** Down is what most agents see; where they are evenly split, that they disagree is alerted instead. */
function down(settings: RuleSettings): AlertRule {
  const reachable = select(settings, 'picket_check_reachable', 'check="status"');
  return {
    alert: 'PicketDeploymentDown',
    subject: 'deployment',
    severity: 'critical',
    expr: withLabels(settings, `${aggregate('avg', ofDeployment, reachable, unlessCutOff(settings))} < 0.5`),
    // Confirmed by a second run whatever the interval: one slow check must not have the whole fleet wait.
    forMs: 2 * minuteMs,
    keepFiringForMs: keepHoldingBackForMs,
    summary: 'A deployment is down.',
    description:
      'The status endpoint of {{ $labels.deployment }} cannot be reached by most of the agents that ask it.',
  };
}

function contradiction(settings: RuleSettings): AlertRule {
  const rows = believed(settings, select(settings, 'picket_deployment_contradiction'));
  return {
    alert: 'PicketContradiction',
    subject: 'deployment',
    severity: 'warning',
    expr: withLabels(settings, `${aggregate('max', [...ofDeployment, 'rule'], ...rows)} == 1`),
    forMs: waitMs(10 * minuteMs, settings.checkMs, 30 * minuteMs),
    keepFiringForMs,
    summary: 'A deployment claims what its other answers disprove.',
    description:
      'The status document of {{ $labels.deployment }} is contradicted by the rest of its answers ({{ $labels.rule }}).',
  };
}

/** A certificate expires whoever has a network, so agents that are cut off count, too. */
function certificate(
  settings: RuleSettings,
  row: Pick<AlertRule, 'alert' | 'severity' | 'forMs' | 'summary'> & {
    readonly condition: (left: string) => string;
  },
): AlertRule {
  const { condition, ...rest } = row;
  const notAfter = select(settings, 'picket_deployment_tls_not_after_timestamp_seconds');
  return {
    ...rest,
    subject: 'deployment',
    expr: withLabels(settings, condition(`min by (job, deployment) (${notAfter}) - time()`)),
    keepFiringForMs,
    description:
      'The certificate that {{ $labels.deployment }} shows {{ if gt $value 0.0 }}expires in {{ humanizeDuration $value }}{{ else }}has expired{{ end }}.',
  };
}

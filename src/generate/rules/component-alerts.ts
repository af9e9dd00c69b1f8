// Alerts about what a deployment reports of its parts: components and regions.
import { aggregate, believed, select, whileUp, withLabels } from './promql.ts';
import { type AlertRule, keepFiringForMs, waitMs } from './rule.ts';
import type { RuleSettings } from './settings.ts';

const minuteMs = 60_000;
const ofComponent = ['job', 'deployment', 'component'];

export function componentAlerts(settings: RuleSettings): readonly AlertRule[] {
  return [outage(settings), degraded(settings), unknown(settings), region(settings)];
}

/** Codes of picket_component_status_code: 4 partial_outage, 5 major_outage. */
function outage(settings: RuleSettings): AlertRule {
  const rows = believed(settings, select(settings, 'picket_component_status_code'));
  return {
    alert: 'PicketComponentOutage',
    subject: 'deployment',
    severity: 'critical',
    expr: withLabels(settings, `${aggregate('max', ofComponent, ...rows)} >= 4`),
    forMs: waitMs(2 * minuteMs, settings.statusMs, 15 * minuteMs),
    keepFiringForMs,
    summary: 'A component of a deployment reports an outage.',
    description:
      '{{ $labels.component }} of {{ $labels.deployment }} reports a {{ if eq $value 4.0 }}partial{{ else }}major{{ end }} outage.',
  };
}

/** 3 degraded_performance. */
function degraded(settings: RuleSettings): AlertRule {
  const rows = believed(settings, select(settings, 'picket_component_status_code'));
  return {
    alert: 'PicketComponentDegraded',
    subject: 'deployment',
    severity: 'warning',
    expr: withLabels(settings, `${aggregate('max', ofComponent, ...rows)} == 3`),
    forMs: waitMs(15 * minuteMs, settings.statusMs, 30 * minuteMs),
    keepFiringForMs,
    summary: 'A component of a deployment reports degraded performance.',
    description: '{{ $labels.component }} of {{ $labels.deployment }} reports degraded performance.',
  };
}

/** 2 unknown; while the status check fails every component is, and the check's own alert says why. */
function unknown(settings: RuleSettings): AlertRule {
  const rows = [
    ...believed(settings, select(settings, 'picket_component_status_code')),
    whileUp(settings, 'status'),
  ];
  return {
    alert: 'PicketComponentUnknown',
    subject: 'deployment',
    severity: 'warning',
    expr: withLabels(settings, `${aggregate('max', ofComponent, ...rows)} == 2`),
    forMs: waitMs(15 * minuteMs, settings.statusMs, 30 * minuteMs),
    summary: 'A component of a deployment is in a state that is not known.',
    description:
      'The status document of {{ $labels.deployment }} is well, but what it says of {{ $labels.component }} is no known state.',
  };
}

/** 2 and above: all but operational and under_maintenance. Without a regions check that is up all are unknown. */
function region(settings: RuleSettings): AlertRule {
  const rows = [
    ...believed(settings, select(settings, 'picket_region_status_code')),
    whileUp(settings, 'regions'),
  ];
  return {
    alert: 'PicketRegionNotOperational',
    subject: 'deployment',
    severity: 'warning',
    expr: withLabels(settings, `${aggregate('max', ['job', 'deployment', 'region_code'], ...rows)} >= 2`),
    forMs: waitMs(15 * minuteMs, settings.checkMs, 30 * minuteMs),
    keepFiringForMs,
    summary: 'A region that a deployment lists is not operational.',
    description: 'Region {{ $labels.region_code }} of {{ $labels.deployment }} is not operational.',
  };
}

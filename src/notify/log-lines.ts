// One log line for each transition, but for floods of one kind; the event names are stable, so that logs can be searched and counted.
import type { Logger } from '../log.ts';
import type { Change, ChangeKind } from '../model/belief.ts';

const warnings: ReadonlySet<ChangeKind> = new Set([
  'incident_opened',
  'incident_updated',
  'contradiction_confirmed',
]);

/** Lines of one kind in one settlement, the last of them for the rest; a target that renames its components in every round has no more. */
const maxLines = 4;
/** At most one of each in a settlement. */
const neverFolded: ReadonlySet<ChangeKind> = new Set([
  'state_changed',
  'incident_opened',
  'incident_updated',
  'incident_resolved',
]);

/** `name` is the deployment's, for people; `event` is the kind of change, `deployment` its id, `count` of those left out. */
export function logChanges(log: Logger, name: string, changes: readonly Change[]): void {
  for (const [kind, alike] of Map.groupBy(changes, (change) => change.kind)) {
    const isWhole = neverFolded.has(kind) || alike.length <= maxLines;
    const told = isWhole ? alike : alike.slice(0, maxLines - 1);
    for (const change of told) logChange(log, name, change);
    const [first] = alike.slice(told.length);
    if (first === undefined) continue;
    const count = alike.length - told.length;
    log[levelOf(kind)](
      { event: kind, deployment: first.deployment, count },
      `${name}: … and ${count} more ${kind}`,
    );
  }
}

function logChange(log: Logger, name: string, change: Change): void {
  const { kind, incident, text, deployment, subject, from, to } = change;
  const about =
    incident === null ? { subject, from, to } : { incident: incident.id, impact: incident.impact, to };
  const message = incident === null ? `${name}: ${text}` : `${kind.replace('_', ' ')}: ${text}`;
  log[levelOf(kind)]({ event: kind, deployment, ...about }, message);
}

function levelOf(kind: ChangeKind): 'warn' | 'info' {
  return warnings.has(kind) ? 'warn' : 'info';
}

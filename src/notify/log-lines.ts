// One log line for each transition; the event names are stable, so that logs can be searched and counted.
import type { Logger } from '../log.ts';
import type { Change, ChangeKind } from '../model/belief.ts';

const warnings: ReadonlySet<ChangeKind> = new Set([
  'incident_opened',
  'incident_updated',
  'contradiction_confirmed',
]);

/** `name` is the deployment's, for people; `event` is the kind of change, `deployment` its id. */
export function logChanges(log: Logger, name: string, changes: readonly Change[]): void {
  for (const { kind, incident, text, deployment, subject, from, to } of changes) {
    const about =
      incident === null ? { subject, from, to } : { incident: incident.id, impact: incident.impact, to };
    const bad = warnings.has(kind);
    const message = incident === null ? `${name}: ${text}` : `${kind.replace('_', ' ')}: ${text}`;
    log[bad ? 'warn' : 'info']({ event: kind, deployment, ...about }, message);
  }
}

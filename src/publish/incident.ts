// One of our incidents with its updates, and with the answers that were kept of its transitions.
import type { Incident } from '../model/belief.ts';
import type { Evidence, Exhibit } from '../model/evidence.ts';
import { incidentItem, timestamp } from './document.ts';
import type { ExhibitItem, IncidentWithEvidence, IncidentWithUpdates } from './incident-schema.ts';
import { latencyMs } from './tally.ts';

export function incidentWithUpdates(incident: Incident): IncidentWithUpdates {
  const updates = incident.updates.map(({ atMs, state, text }) => ({
    created_at: timestamp(atMs),
    status: state,
    text,
  }));
  return { ...incidentItem(incident), updates };
}

export function incidentWithEvidence(
  incident: Incident,
  evidence: readonly Evidence[],
): IncidentWithEvidence {
  return {
    ...incidentWithUpdates(incident),
    deployment: incident.deployment,
    evidence: evidence.map(({ atMs, transition, check, failing, good, difference }) => ({
      created_at: timestamp(atMs),
      transition,
      check,
      failing: failing && exhibitItem(failing),
      good: good && exhibitItem(good),
      difference: [...difference],
    })),
  };
}

function exhibitItem(exhibit: Exhibit): ExhibitItem {
  const { atMs, reason, failure, status, headers, phases, body, bodyBytes } = exhibit;
  return {
    at: timestamp(atMs),
    reason,
    failure: failure && { ...failure },
    http_status: status,
    headers: { ...headers },
    phases: { ...phases },
    latency_ms: latencyMs(exhibit),
    body,
    body_bytes: bodyBytes,
    body_cut: body !== null && Buffer.byteLength(body) < bodyBytes,
  };
}

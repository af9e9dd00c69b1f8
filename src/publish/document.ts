// A snapshot in the shapes of the API we monitor: the fleet, and the agent itself, as one more deployment of it.
import type { z } from 'zod';
import type { incidentSchema, regionSchema, statusSchema } from '../contract/resources.ts';
import type { Incident } from '../model/belief.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { type State, worstOf } from '../model/states.ts';

export type StatusDocument = z.infer<typeof statusSchema>;
export type RegionItem = z.infer<typeof regionSchema>;
export type IncidentItem = z.infer<typeof incidentSchema>;
export interface List<Item> {
  readonly object: 'list';
  readonly data: Item[];
}

/** What one subject (the fleet or the agent) answers at the three v2 endpoints. */
export interface Documents {
  readonly status: (snapshot: Snapshot) => StatusDocument;
  readonly regions: (snapshot: Snapshot) => List<RegionItem>;
  readonly incidents: (snapshot: Snapshot, limit: number) => List<IncidentItem>;
}

/** What four digits of a year can write; `Date` throws or writes another form beyond it. */
const firstMs = Date.parse('0000-01-01T00:00:00Z');
const lastMs = Date.parse('9999-12-31T23:59:59Z');

/**
 * ISO 8601 UTC with second precision and a trailing Z (API document, "Resources"). Never throws: what cannot be
 * written is the nearest that can, for one odd number of a target must not take an answer from everybody.
 */
export function timestamp(epochMs: number): string {
  const writableMs = Math.min(lastMs, Math.max(firstMs, Number.isNaN(epochMs) ? firstMs : epochMs));
  return `${new Date(writableMs).toISOString().slice(0, -5)}Z`;
}

/** The same where a field may be null: then what is absent or cannot be written is null. */
export function timestampOrNull(epochMs: number | null | undefined): string | null {
  if (epochMs == null || !(epochMs >= firstMs && epochMs < lastMs + 1000)) return null;
  return timestamp(epochMs);
}

export function listOf<Item>(data: Item[]): List<Item> {
  return { object: 'list', data };
}

export const fleetDocuments: Documents = {
  status: (snapshot) =>
    statusDocument(
      snapshot,
      snapshot.fleet,
      snapshot.deployments.map(({ deployment, state }) => ({ name: deployment.name, state: state.status })),
    ),
  regions: regionList,
  incidents: (snapshot, limit) => listOf(snapshot.incidents.slice(0, limit).map(incidentItem)),
};

/** The agent keeps no incidents of itself: its list is empty, which the document allows. */
export const selfDocuments: Documents = {
  status: (snapshot) => statusDocument(snapshot, selfState(snapshot), snapshot.self),
  regions: regionList,
  incidents: () => listOf([]),
};

export function incidentItem(incident: Incident): IncidentItem {
  return {
    id: incident.id,
    created_at: timestamp(incident.createdMs),
    title: incident.title,
    status: incident.status,
    impact: incident.impact,
    ...(incident.resolvedMs !== null && { resolved_at: timestamp(incident.resolvedMs) }),
  };
}

function statusDocument(
  snapshot: Snapshot,
  status: State,
  components: readonly { name: string; state: State }[],
): StatusDocument {
  return {
    status,
    version: 'v2',
    region: snapshot.vantage.name,
    components: components.map(({ name, state }) => ({ name, status: state })),
    updated_at: timestamp(snapshot.atMs),
  };
}

function selfState({ self }: Snapshot): State {
  return worstOf(
    self.map(({ state }) => state),
    'unknown',
  );
}

/** How well the agent checks. */
export function monitoringState({ self }: Snapshot): State {
  return self.find(({ name }) => name === 'Monitoring')?.state ?? 'unknown';
}

/** The one region checks are performed from is as well as the agent's monitoring is. */
function regionList(snapshot: Snapshot): List<RegionItem> {
  const { code, name, zone, country } = snapshot.vantage;
  return listOf([{ code, name, zone, country, status: monitoringState(snapshot) }]);
}

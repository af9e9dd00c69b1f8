// The store on node:sqlite: all that is current stands in memory, the file remembers it.
import type { Incident, Settlement } from '../model/belief.ts';
import { chronicleOf } from './chronicle.ts';
import { openDatabase } from './database.ts';
import { openExhibits } from './evidence.ts';
import { openHistory } from './history.ts';
import { openIncidentDays } from './incident-days.ts';
import { openIncidents } from './incidents.ts';
import { openOrphans } from './orphans.ts';
import { openStates } from './states.ts';
import type { Store, StoreEvents } from './store.ts';
import { openWriter } from './writer.ts';

export interface SqliteOptions extends StoreEvents {
  /** The file; its folder is made. `:memory:` remembers nothing. */
  readonly path: string;
  /** How long resolved incidents, and history in days, are kept. */
  readonly historyMs: number;
  readonly nowMs: number;
}

/** Throws a StoreError, one line with its remedy, when the file cannot be had. */
export function openStore({ path, historyMs, nowMs: openedMs, ...events }: SqliteOptions): Store {
  const { database, close } = openDatabase(path, openedMs, events.onError);
  const states = openStates(database, events.onError);
  const incidents = openIncidents(database, events.onError);
  const exhibits = openExhibits(database, events.onError);
  const orphans = openOrphans(states, incidents, openedMs);
  const history = openHistory(database, historyMs, openedMs, events.onError);
  const incidentDays = openIncidentDays(database, incidents, events.onError);
  const chronicles = history.chronicles(incidentDays);
  const writer = openWriter(database, { states, incidents, exhibits, history }, historyMs, events);

  return {
    load: states.all,
    get: states.get,
    advance: (deployment, fold) => {
      const before = states.get(deployment);
      const settlement = fold(before);
      if (settlement === null) return null;
      const told = incidentsOf(settlement, before?.incident ?? null);
      const changed = [...told, ...orphans.release(deployment, told)];
      states.set(deployment, settlement.state);
      for (const incident of changed) incidents.put(incident);
      for (const piece of settlement.evidence) exhibits.put(piece);
      if (settlement.durable) writer.saveNow(deployment, changed, settlement.evidence);
      return settlement;
    },
    remove: (deployment) => {
      const changed = orphans.release(deployment, []);
      states.set(deployment, null);
      for (const incident of changed) incidents.put(incident);
      writer.saveNow(deployment, changed, []);
    },
    record: history.record,
    history: history.of,
    historyInParts: history.parts,
    uptime: history.uptime.shares,
    coverage: history.uptime.coverage,
    recount: (nowMs) => database.isOpen && history.uptime.recount(nowMs),
    incidents: incidents.list,
    incidentsOf: incidents.of,
    incident: incidents.get,
    evidence: exhibits.of,
    unresolved: orphans.all,
    chronicles: chronicles.all,
    chronicle: (deployment, nowMs) => chronicleOf(deployment, nowMs, history, incidentDays),
    flush: (nowMs) => {
      chronicles.letGo(nowMs);
      return database.isOpen && writer.flush(nowMs);
    },
    healthy: writer.healthy,
    close: (nowMs) => {
      writer.flushAll(nowMs);
      close();
    },
  };
}

/** Each incident as the settlement left it, once: those its changes speak of, and the state's own. */
function incidentsOf({ state, changes }: Settlement, before: Incident | null): readonly Incident[] {
  if (changes.length === 0 && state.incident === before) return [];
  const told = changes.flatMap(({ incident }) => (incident === null ? [] : [incident]));
  const held = state.incident === null || state.incident === before ? [] : [state.incident];
  return [...new Map([...told, ...held].map((incident) => [incident.id, incident])).values()];
}

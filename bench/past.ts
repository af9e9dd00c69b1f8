// A store's file as a fleet leaves it that was watched for three months: rollups of every length, and incidents.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { EndpointName } from '../src/contract/endpoints.ts';
import type { Incident } from '../src/model/belief.ts';
import { stateCode } from '../src/model/states.ts';
import { openStore } from '../src/store/sqlite.ts';
import { checked } from './fleet.ts';

const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;
const historyMs = 90 * dayMs;

/** Every length there is, as far back as it is kept. */
const rolled = [
  { lengthMs: 5 * minuteMs, keptMs: 2 * dayMs },
  { lengthMs: 60 * minuteMs, keptMs: historyMs },
  { lengthMs: dayMs, keptMs: historyMs },
] as const;

/** Of so many days of a deployment one is unwell: its runs are bad for an hour, and it has an incident. */
const daysAnUnwell = 30;
const unwellHour = 7;
/** Of a run, made to look like one. */
const latencyMs = 24;

/** Deployments d0, d1, …; oldest first in the file, as runs would have written it. */
export interface Past {
  readonly deployments: number;
  readonly intervalSeconds: number;
}

/** Writes `picket.db` into the folder; its path. */
export function writePast(folder: string, past: Past): string {
  const path = join(folder, 'picket.db');
  const nowMs = Date.now();
  const onError = (error: unknown) => {
    throw error;
  };
  // The file and its tables are the store's own work.
  openStore({ path, historyMs, nowMs, onCommit: () => undefined, onError }).close(nowMs);
  const database = new DatabaseSync(path);
  database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN');
  for (const { lengthMs, keptMs } of rolled) writeRollups(database, past, lengthMs, nowMs - keptMs, nowMs);
  writeIncidents(database, past, nowMs);
  database.exec('COMMIT; PRAGMA journal_mode = WAL');
  database.close();
  return path;
}

function writeRollups(
  database: DatabaseSync,
  { deployments, intervalSeconds }: Past,
  lengthMs: number,
  fromMs: number,
  nowMs: number,
): void {
  const write = database.prepare(`
    WITH RECURSIVE
      starts (start_ms) AS (SELECT :firstMs UNION ALL
        SELECT start_ms + :lengthMs FROM starts WHERE start_ms + :lengthMs < :nowMs),
      numbers (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM numbers WHERE i + 1 < :deployments),
      ids AS MATERIALIZED (SELECT i, 'd' || i AS deployment FROM numbers ORDER BY deployment),
      spans AS (SELECT start_ms, i, deployment, min(:lengthMs, :nowMs - start_ms) AS covered_ms,
          (i * 7 + start_ms / ${dayMs}) % ${daysAnUnwell} = 0 AND (:lengthMs = ${dayMs} OR
          (start_ms / 3600000) % 24 = ${unwellHour}) AS unwell FROM starts CROSS JOIN ids)
    INSERT INTO rollups (length_ms, start_ms, deployment, endpoint, runs, failures, bad, worst, answers,
      duration_sum_ms, duration_max_ms, connect_ms, first_byte_ms, transfer_ms, covered_ms)
    SELECT :lengthMs, start_ms, deployment, endpoint.value, covered_ms / :intervalMs + 1,
      unwell * (covered_ms / :intervalMs / 24), unwell * (covered_ms / :intervalMs / 24),
      iif(unwell, ${stateCode('major_outage')}, ${stateCode('operational')}), covered_ms / :intervalMs + 1,
      (covered_ms / :intervalMs + 1) * (${latencyMs} + i % 7 + start_ms / 3600000 % 5), 180,
      (covered_ms / :intervalMs + 1) * 0.5, (covered_ms / :intervalMs + 1) * 20.0,
      (covered_ms / :intervalMs + 1) * 1.5, covered_ms
    FROM spans CROSS JOIN json_each(:endpoints) AS endpoint`);
  // As numbers they would be floating, and so would what is made of them.
  write.run({
    lengthMs: BigInt(lengthMs),
    // The oldest bucket goes as soon as its time is over: that is not to be measured.
    firstMs: BigInt((Math.floor(fromMs / lengthMs) + 2) * lengthMs),
    nowMs: BigInt(nowMs),
    deployments: BigInt(deployments),
    intervalMs: BigInt(1000 * intervalSeconds),
    endpoints: JSON.stringify([...checked].sort() satisfies EndpointName[]),
  });
}

/** One that is over for each unwell day. */
function writeIncidents(database: DatabaseSync, { deployments }: Past, nowMs: number): void {
  const write = database.prepare(`INSERT INTO incidents (id, deployment, created_ms, resolved_ms, json)
    VALUES (?, ?, ?, ?, ?)`);
  const [first, last] = [nowMs - historyMs, nowMs - dayMs].map((atMs) => Math.floor(atMs / dayMs));
  for (let day = (first ?? 0) + 2; day <= (last ?? 0); day += 1) {
    for (let index = 0; index < deployments; index += 1) {
      if ((index * 7 + day) % daysAnUnwell !== 0) continue;
      const createdMs = day * dayMs + unwellHour * 60 * minuteMs;
      const incident = incidentOf(`d${index}`, createdMs);
      write.run(incident.id, incident.deployment, createdMs, incident.resolvedMs, JSON.stringify(incident));
    }
  }
}

function incidentOf(deployment: string, createdMs: number): Incident {
  const resolvedMs = createdMs + 60 * minuteMs;
  return {
    id: `inc_${deployment}-${createdMs}`,
    deployment,
    title: `${deployment}: not reachable: connect (ECONNREFUSED)`,
    status: 'resolved',
    impact: 'critical',
    createdMs,
    resolvedMs,
    updates: [
      { atMs: createdMs, state: 'major_outage', text: 'not reachable: connect (ECONNREFUSED)' },
      { atMs: resolvedMs, state: 'operational', text: 'operational again' },
    ],
  };
}

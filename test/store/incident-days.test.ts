// An incident counts in each day in which it was open for a moment; what waits to be written counts as it is now.
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import type { Incident } from '../../src/model/belief.ts';
import { openIncidentDays } from '../../src/store/incident-days.ts';
import { openIncidents } from '../../src/store/incidents.ts';
import { migrate, migrations } from '../../src/store/migrations.ts';
import { dayMs, hourMs, incident, noonMs, resolved } from './examples.ts';

const midnightMs = noonMs - 12 * hourMs;
const fromMs = midnightMs - 4 * dayMs;

function table(...written: readonly Incident[]) {
  const database = new DatabaseSync(':memory:');
  migrate(database, 'x', migrations);
  const incidents = openIncidents(database, () => expect.unreachable());
  incidents.write(written);
  const errors: unknown[] = [];
  const days = openIncidentDays(database, incidents, (error) => errors.push(error));
  /** Days before today's, and how many. */
  const relative = (counts: ReadonlyMap<number, number> | undefined) =>
    Object.fromEntries(
      [...(counts ?? [])].map(([startMs, count]) => [(startMs - midnightMs) / dayMs, count]),
    );
  return {
    database,
    errors,
    put: incidents.put,
    of: (id: string) => relative(days.of(id, fromMs, noonMs)),
    all: () => {
      const steps = days.all(fromMs, noonMs);
      let count = 0;
      for (let step = steps.next(); ; step = steps.next(), count++) {
        if (!step.done) continue;
        const told = [...step.value].map(([id, counts]) => [id, relative(counts)]);
        return { steps: count, told: Object.fromEntries(told) };
      }
    },
  };
}

it.each<[string, number, number | null, Record<number, number>]>([
  ['over within a day', -30 * hourMs, -29 * hourMs, { '-1': 1 }],
  ['over midnight', -2 * dayMs, -dayMs, { '-2': 1, '-1': 1 }],
  ['open still', -3 * dayMs, null, { '-3': 1, '-2': 1, '-1': 1, '0': 1 }],
  ['begun before all that is asked for', -30 * dayMs, -3 * dayMs, { '-4': 1, '-3': 1 }],
  ['over before it', -30 * dayMs, -5 * dayMs, {}],
  ['over as a day begins: not in that day', -dayMs, -12 * hourMs, { '-1': 1 }],
  ['over as all that is asked for begins', -30 * dayMs, -4.5 * dayMs, {}],
  ['over at once, as a day begins', -12 * hourMs, -12 * hourMs, { 0: 1 }],
])('counts one %s', (_, createdMs, endedMs, expected) => {
  const one = incident('inc_1', { createdMs: noonMs + createdMs });
  const { all, of } = table(endedMs === null ? one : resolved(one, noonMs + endedMs));
  expect(of('files-eu')).toEqual(expected);
  expect(all().told['files-eu'] ?? {}).toEqual(expected);
  expect(of('other')).toEqual({});
});

it('counts one that waits as it is now, and once', () => {
  const one = incident('inc_1', { createdMs: noonMs - 2 * dayMs });
  const { all, of, put } = table(one);
  put(resolved(one, noonMs - dayMs));
  put(incident('inc_2', { createdMs: noonMs }));
  put(incident('inc_3', { createdMs: noonMs, deployment: 'other' }));
  const expected = { '-2': 1, '-1': 1, 0: 1 };
  expect(of('files-eu')).toEqual(expected);
  expect(all().told).toEqual({ 'files-eu': expected, other: { 0: 1 } });
});

it('reads 500 in a step, each once, also those that ended at the same instant', () => {
  const made = Array.from({ length: 1_100 }, (_, index) => {
    const one = incident(`inc_${index}`, { createdMs: noonMs - hourMs });
    return index % 2 === 0 ? resolved(one, noonMs) : one;
  });
  expect(table(...made).all()).toEqual({ steps: 3, told: { 'files-eu': { 0: 1_100 } } });
});

it('of one are those that wait where the file cannot be read', () => {
  const { database, errors, put, of } = table(incident('inc_1', { createdMs: noonMs - 3 * dayMs }));
  put(incident('inc_2', { createdMs: noonMs - dayMs }));
  database.exec('DROP TABLE incidents');
  expect(of('files-eu')).toEqual({ '-1': 1, '0': 1 });
  expect(errors).toHaveLength(1);
});

it('reads none that was over before, of one deployment and of all', () => {
  const { database } = table();
  const asked: string[] = [];
  const prepare = database.prepare.bind(database);
  database.prepare = (sql) => {
    asked.push(sql);
    return prepare(sql);
  };
  openIncidentDays(database, { waiting: () => [] }, () => expect.unreachable());
  const plans = asked.flatMap((sql) => prepare(`EXPLAIN QUERY PLAN ${sql}`).all());
  expect(plans.map(({ detail }) => detail)).toEqual([
    'SEARCH incidents USING COVERING INDEX incidents_ended (<expr>>?)',
    'SEARCH incidents USING COVERING INDEX incidents_lasted (deployment=? AND <expr>>?)',
  ]);
});

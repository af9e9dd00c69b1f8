// The steps that are missing are taken, all or none, and rows of before live on.
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import type { DeploymentState } from '../../src/model/belief.ts';
import { resolutionsFor } from '../../src/store/buckets.ts';
import { openIncidentDays } from '../../src/store/incident-days.ts';
import { migrate, migrations } from '../../src/store/migrations.ts';
import { openRollups } from '../../src/store/rollups.ts';
import { openStates } from '../../src/store/states.ts';
import { dayMs, fullState, hourMs, noonMs, state } from './examples.ts';

const version = (database: DatabaseSync) => database.prepare('PRAGMA user_version').get()?.user_version;
const tables = (database: DatabaseSync) =>
  database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .all()
    .map(({ name }) => name);

it('makes every table in an empty file', () => {
  const database = new DatabaseSync(':memory:');
  migrate(database, 'x', migrations);
  expect(tables(database)).toEqual(['evidence', 'incidents', 'rollups', 'states']);
  expect(version(database)).toBe(migrations.length);
});

it('takes only the steps that are missing, and keeps the rows', () => {
  const database = new DatabaseSync(':memory:');
  migrate(database, 'x', migrations);
  database.exec("INSERT INTO states VALUES ('a', '{}')");
  const next = [...migrations, "UPDATE states SET json = json_set(json, '$.added', 1)"];
  migrate(database, 'x', next);
  migrate(database, 'x', next);
  expect(database.prepare('SELECT json FROM states').get()?.json).toBe('{"added":1}');
  expect(version(database)).toBe(next.length);
});

it('takes none when one fails', () => {
  const database = new DatabaseSync(':memory:');
  migrate(database, 'x', migrations);
  const next = [
    ...migrations,
    'CREATE TABLE more (a) STRICT',
    'CREATE TABLE more2 (a INTEGER) STRICT; nonsense',
  ];
  expect(() => migrate(database, 'x', next)).toThrow();
  expect(version(database)).toBe(migrations.length);
  expect(tables(database)).toHaveLength(4);
});

it('refuses what is newer', () => {
  const database = new DatabaseSync(':memory:');
  migrate(database, 'x', [...migrations, '']);
  expect(() => migrate(database, 'x', migrations)).toThrow(
    `x has schema version ${migrations.length + 1}, this picket knows ${migrations.length}: use the newer picket, or set another store.path`,
  );
});

/** As version 1 wrote it: without what later steps add. */
function ofVersion1({ drift: _drift, contradictions: _contradictions, checks, ...rest }: DeploymentState) {
  const old = Object.entries(checks).map(([endpoint, { listed: _listed, walk: _walk, ...check }]) => [
    endpoint,
    check,
  ]);
  return JSON.stringify({ ...rest, checks: Object.fromEntries(old) });
}

it('gives the states of a version 1 file what was added since: they are read back with all they held', () => {
  const database = new DatabaseSync(':memory:');
  migrate(database, 'x', migrations.slice(0, 1));
  const { checks, ...kept } = fullState('full');
  const written = [fullState('full'), state('none')];
  for (const one of written) {
    database.prepare('INSERT INTO states VALUES (?, ?)').run(one.deployment, ofVersion1(one));
  }
  migrate(database, 'x', migrations);
  const read = openStates(database, () => expect.unreachable()).all();
  const { status, regions } = checks;
  expect(read).toEqual([
    {
      ...kept,
      drift: [],
      contradictions: [],
      // What was listed is taken from the last run; `regions` had none.
      checks: {
        status: { ...status, listed: 2, walk: null },
        regions: { ...regions, listed: null, walk: null },
      },
    },
    state('none'),
  ]);
});

it.each([
  ['cut short', '{"deployment": "b'],
  ['another shape', '[]'],
  ['checks that are none', '{"checks": 7}'],
  ['a check that is none', '{"checks": {"status": "abc", "files": null}}'],
])('a row of a version 1 file that cannot be read holds up no other: %s', (_what, json) => {
  const database = new DatabaseSync(':memory:');
  migrate(database, 'x', migrations.slice(0, 1));
  const insert = database.prepare('INSERT INTO states VALUES (?, ?)');
  insert.run('a', ofVersion1(state('a')));
  insert.run('b', json);
  migrate(database, 'x', migrations);
  const errors: unknown[] = [];
  expect(openStates(database, (error) => errors.push(error)).all()).toEqual([state('a')]);
  expect(errors).toHaveLength(1);
});

it('keeps the history of a version 3 file: its runs count, and what it does not tell of coverage is no gap', () => {
  const database = new DatabaseSync(':memory:');
  migrate(database, 'x', migrations.slice(0, 3));
  database.exec(`INSERT INTO rollups VALUES
    (${hourMs}, ${noonMs}, 'a', 'status', 120, 1, 1, 5, 119, 2380, 40, 119, 119, 119, 119, 119)`);
  database.exec(`INSERT INTO incidents VALUES ('inc_1', 'a', ${noonMs}, NULL, '{}')`);
  migrate(database, 'x', migrations);
  const rollups = openRollups(database, resolutionsFor(400 * dayMs));
  const range = { lengthMs: hourMs, fromMs: noonMs, toMs: noonMs + hourMs };
  expect(rollups.read('a', range)).toMatchObject([{ runs: 120, bad: 1, coveredMs: hourMs }]);
  const incidents = openIncidentDays(database, { waiting: () => [] }, () => expect.unreachable());
  expect([...incidents.of('a', noonMs - dayMs, noonMs).values()]).toEqual([1]);
});

// The steps that are missing are taken, all or none, and rows of before live on.
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { migrate, migrations } from '../../src/store/migrations.ts';

const version = (database: DatabaseSync) => database.prepare('PRAGMA user_version').get()?.user_version;
const tables = (database: DatabaseSync) =>
  database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .all()
    .map(({ name }) => name);

it('makes every table in an empty file', () => {
  const database = new DatabaseSync(':memory:');
  migrate(database, 'x', migrations);
  expect(tables(database)).toEqual(['incidents', 'rollups', 'states']);
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
  expect(tables(database)).toHaveLength(3);
});

it('refuses what is newer', () => {
  const database = new DatabaseSync(':memory:');
  migrate(database, 'x', [...migrations, '']);
  expect(() => migrate(database, 'x', migrations)).toThrow(
    `x has schema version ${migrations.length + 1}, this picket knows ${migrations.length}: use the newer picket, or set another store.path`,
  );
});

// What waits for a disk that fails is bounded and shown; what cannot be read is left out.
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { openExhibits } from '../../src/store/evidence.ts';
import { openIncidents } from '../../src/store/incidents.ts';
import { migrate, migrations } from '../../src/store/migrations.ts';
import { evidence, incident, noonMs } from './examples.ts';

function begin() {
  const database = new DatabaseSync(':memory:');
  migrate(database, 'x', migrations);
  const errors: unknown[] = [];
  const exhibits = openExhibits(database, (error) => errors.push(error));
  const incidents = openIncidents(database, () => expect.unreachable());
  return { database, exhibits, incidents, errors };
}

const one = incident('inc_1');
const at = (ms: number) => evidence(one, { atMs: noonMs + ms });

it('keeps the newest 1,000 pieces waiting, and gives the oldest up', () => {
  const { exhibits } = begin();
  for (let index = 0; index < 1_002; index++) exhibits.put(at(index));
  const waiting = exhibits.waiting();
  expect([waiting.length, waiting[0], waiting.at(-1)]).toEqual([1_000, at(2), at(1_001)]);
});

it('shows what waits with what is written, each once, oldest first, no more than the share of a deployment', () => {
  const { exhibits, incidents } = begin();
  incidents.write([one]);
  exhibits.put(at(2));
  exhibits.write([at(1), at(2)]);
  expect(exhibits.of('inc_1')).toEqual([at(1), at(2)]);
  exhibits.written([at(2)]);
  expect(exhibits.waiting()).toEqual([]);
  for (let index = 0; index < 30; index++) exhibits.put(at(index));
  expect(exhibits.of('inc_1')).toEqual(Array.from({ length: 20 }, (_, index) => at(index + 10)));
  expect(exhibits.of('inc_2')).toEqual([]);
});

it('lets a piece go whose incident is not there', () => {
  const { exhibits, database } = begin();
  exhibits.write([at(0)]);
  expect(database.prepare('SELECT count(*) AS count FROM evidence').get()?.count).toBe(0);
});

it('leaves out what cannot be read, and says so', () => {
  const { exhibits, incidents, database, errors } = begin();
  incidents.write([one]);
  exhibits.write([at(0), at(1), at(2)]);
  database.exec(`UPDATE evidence SET json = 'nonsense' WHERE at_ms = ${noonMs}`);
  database.exec(`UPDATE evidence SET json = json_remove(json, '$.check') WHERE at_ms = ${noonMs + 1}`);
  expect(exhibits.of('inc_1')).toEqual([at(2)]);
  expect(errors.map(String)).toEqual(Array(2).fill('Error: a piece of evidence cannot be read, left out'));
});

it('answers with what waits when the file cannot be read', () => {
  const { exhibits, database, errors } = begin();
  exhibits.put(at(0));
  database.close();
  expect(exhibits.of('inc_1')).toEqual([at(0)]);
  expect(errors).toHaveLength(1);
});

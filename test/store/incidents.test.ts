// What waits for a disk that fails is bounded; what is written waits no more.
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { openIncidents } from '../../src/store/incidents.ts';
import { migrate, migrations } from '../../src/store/migrations.ts';
import { incident, noonMs, resolved } from './examples.ts';

const begin = () => {
  const database = new DatabaseSync(':memory:');
  migrate(database, 'x', migrations);
  return openIncidents(database, () => expect.unreachable());
};

it('keeps the newest 10,000 waiting, and gives the oldest up', () => {
  const incidents = begin();
  for (let count = 0; count < 10_002; count++) incidents.put(incident(`inc_${count}`));
  const waiting = incidents.waiting();
  expect([waiting.length, waiting[0]?.id, waiting.at(-1)?.id]).toEqual([10_000, 'inc_2', 'inc_10001']);
});

it('holds one as it is now, until it is written', () => {
  const incidents = begin();
  const [one, other] = [incident('inc_1'), incident('inc_2')];
  for (const each of [one, other, resolved(one, noonMs)]) incidents.put(each);
  expect(incidents.waiting()).toEqual([resolved(one, noonMs), other]);
  incidents.write(incidents.waiting());
  incidents.written([resolved(one, noonMs)]);
  expect(incidents.waiting()).toEqual([other]);
  expect(incidents.unresolved()).toEqual([other]);
});

it('tells of one deployment what waits and what is known while the file cannot be read', () => {
  const database = new DatabaseSync(':memory:');
  migrate(database, 'x', migrations);
  const errors: unknown[] = [];
  const incidents = openIncidents(database, (error) => errors.push(error));
  const [one, other] = [incident('inc_1'), incident('inc_2', { deployment: 'other' })];
  incidents.put(one);
  incidents.put(other);
  incidents.write([one]);
  incidents.put(resolved(one, noonMs));
  expect(incidents.of('files-eu', 10)).toEqual([resolved(one, noonMs)]);
  database.exec('DROP TABLE incidents');
  expect(incidents.of('files-eu', 10)).toEqual([resolved(one, noonMs)]);
  expect(incidents.get('inc_3')).toBeNull();
  expect(errors).toHaveLength(2);
});

it('goes in parts when it is past its retention, and is listed until then, with what waits', () => {
  const incidents = begin();
  const old = Array.from({ length: 600 }, (_, at) => {
    const one = incident(`inc_${at}`, { createdMs: noonMs + at });
    return resolved(one, noonMs + at);
  });
  incidents.write(old);
  incidents.put(incident('inc_open', { createdMs: noonMs + 10_000 }));
  const left: number[] = [];
  for (let hasMore = true; hasMore; ) {
    hasMore = incidents.sweep(noonMs + 590);
    left.push(incidents.list(1_000).length);
  }
  expect(left).toEqual([351, 101, 11]);
  expect(incidents.list(2).map(({ id }) => id)).toEqual(['inc_open', 'inc_599']);
});

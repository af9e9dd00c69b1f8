// Every deployment is in one stretch, written or waiting, whatever is written between two of them.
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { bucketOf, resolutionsFor } from '../../src/store/buckets.ts';
import { migrate, migrations } from '../../src/store/migrations.ts';
import { openRollups } from '../../src/store/rollups.ts';
import { stretches } from '../../src/store/stretches.ts';
import { dayMs, hourMs, noonMs, sample } from './examples.ts';

const range = { lengthMs: hourMs, fromMs: noonMs, toMs: noonMs + hourMs };

function written(...deployments: readonly string[]) {
  const database = new DatabaseSync(':memory:');
  migrate(database, 'x', migrations);
  const rollups = openRollups(database, resolutionsFor(400 * dayMs));
  const write = (deployment: string) => rollups.write(deployment, bucketOf(sample({ deployment }), hourMs));
  deployments.forEach(write);
  return { rollups, write };
}

const told = (parts: Iterable<{ after: string; to: string; unwritten: readonly string[] }>) =>
  [...parts].map(({ after, to, unwritten }) => [after, to, unwritten.join()]);

it('is one stretch where there are few, or none', () => {
  expect(told(stretches(written().rollups, range, [], 2))).toEqual([['', '\uffff', '']]);
  expect(told(stretches(written('b').rollups, range, ['a'], 3))).toEqual([['', '\uffff', 'a']]);
});

it('ends where so many are written or so many wait, whichever is sooner', () => {
  const { rollups } = written('a', 'c', 'e', 'f');
  expect(told(stretches(rollups, range, ['g', 'd', 'b'], 2))).toEqual([
    ['', 'c', 'b'],
    ['c', 'f', 'd'],
    ['f', '\uffff', 'g'],
  ]);
});

it('goes by what is written when it is asked for', () => {
  const { rollups, write } = written('a', 'b');
  const parts = stretches(rollups, range, [], 1);
  expect(parts.next().value).toMatchObject({ to: 'a' });
  write('aa');
  expect(told(parts).map(([, to]) => to)).toEqual(['aa', 'b', '\uffff']);
});

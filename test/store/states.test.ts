// A settlement that can wait costs no writing and no serialising until the flush.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { noonMs, settlement, state } from './examples.ts';
import { newPlace, type SqlitePlace } from './places.ts';

let place: SqlitePlace;
beforeEach(() => {
  place = newPlace();
});
afterEach(() => place.leave());

it('is made JSON once, however often it was replaced before the flush', () => {
  const store = place.open(noonMs);
  let serialised = 0;
  const counted = {
    ...state('a'),
    toJSON: () => {
      serialised += 1;
      return state('a');
    },
  };
  for (let count = 0; count < 100; count++) store.advance('a', () => settlement(counted));
  expect(serialised).toBe(0);
  store.flush(noonMs);
  store.flush(noonMs);
  expect(serialised).toBe(1);
  store.close(noonMs);
});

it('writes nothing at a flush when nothing happened', () => {
  const store = place.open(noonMs);
  store.flush(noonMs);
  const before = place.commits();
  store.flush(noonMs + 1);
  expect(place.commits()).toBe(before);
  store.close(noonMs);
});

// The latest reading of each deployment, and what is told of them.
import { beforeEach, expect, test } from 'vitest';
import { createReadings } from '../../src/judge/readings.ts';

let readings: ReturnType<typeof createReadings>;
beforeEach(() => {
  readings = createReadings();
});

function put(deployment: string, beganMs: number, isLocal: boolean, network = deployment, weight = 1): void {
  readings.put({ deployment, network, beganMs, endedMs: beganMs + 20, isLocal, everyMs: 30_000, weight });
}

const told = () => [readings.size(), readings.failing(), readings.failingPlaces()];

test('a later one of a deployment takes the place of the one before', () => {
  put('a', 1_000, true);
  put('b', 1_000, true, 'a');
  expect(told()).toEqual([2, 2, 1]);
  put('a', 2_000, true, 'elsewhere');
  expect(told()).toEqual([2, 2, 2]);
  put('a', 3_000, false);
  expect(told()).toEqual([2, 1, 1]);
  readings.drop('b');
  readings.drop('nobody');
  expect(told()).toEqual([1, 0, 0]);
});

test('weigh what those weigh that are there', () => {
  put('a', 1_000, true, 'a', 5);
  put('b', 1_000, false, 'b', 3);
  expect(readings.weights()).toEqual({ failing: 5, all: 8 });
  put('a', 2_000, false, 'a', 4);
  readings.drop('b');
  expect(readings.weights()).toEqual({ failing: 0, all: 4 });
});

test('those that began in a later second, but for the own', () => {
  put('a', 1_999, false);
  put('b', 2_000, false);
  put('c', 3_000, true);
  put('own', 3_000, true);
  expect(readings.since(1_000, 'own')).toEqual({ works: 1, fails: 1 });
  expect(readings.since(1_000, 'b')).toEqual({ works: 0, fails: 2 });
  expect(readings.since(999, 'a')).toEqual({ works: 1, fails: 2 });
  expect(readings.since(3_500, 'own')).toEqual({ works: 0, fails: 0 });
});

test('what ended before, or after a clock that was set back, goes in the order in which it came', () => {
  put('old', 1_000, true);
  put('young', 5_000, true);
  put('old', 6_000, false);
  readings.expire(4_000, 10_000);
  expect(readings.size()).toBe(2);
  readings.expire(5_500, 10_000);
  expect(told()).toEqual([1, 0, 0]);
  readings.expire(0, 6_019);
  expect(readings.size()).toBe(0);
});

// When what is past its retention goes, and how much of it at a time.
import { beforeEach, describe, expect, it } from 'vitest';
import type { History } from '../../src/store/history.ts';
import type { Incidents } from '../../src/store/incidents.ts';
import { createRetention } from '../../src/store/retention.ts';
import { dayMs, minuteMs, noonMs } from './examples.ts';

let incidentsBefore: number[];
/** Of incidents, parts that are left. */
let incidentsLeft: number;
/** Of history, parts that are left. */
let left: number;
let commits: number;
let diskWorks: boolean;

beforeEach(() => {
  incidentsBefore = [];
  incidentsLeft = 0;
  left = 0;
  commits = 0;
  diskWorks = true;
});

function retention() {
  const incidents = {
    sweep: (beforeMs: number) => {
      incidentsBefore.push(beforeMs);
      incidentsLeft -= 1;
      return incidentsLeft > 0;
    },
  };
  const history = {
    sweep: () => {
      left -= 1;
      return left > 0;
    },
  };
  const commit = (write: () => void) => {
    commits += 1;
    if (diskWorks) write();
    return diskWorks;
  };
  return createRetention(
    incidents as unknown as Incidents,
    history as unknown as History,
    10 * dayMs,
    commit,
  );
}

/** As those who flush do. */
function untilOver(sweep: () => boolean): number {
  let calls = 1;
  while (sweep()) calls += 1;
  return calls;
}

describe('a sweep', () => {
  it('goes on until nothing is left, each part in a transaction', () => {
    left = 3;
    const { sweep, underWay } = retention();
    expect(sweep(noonMs)).toBe(true);
    expect(underWay()).toBe(true);
    expect(untilOver(() => sweep(noonMs))).toBe(2);
    expect(underWay()).toBe(false);
    expect(commits).toBe(3);
    expect(incidentsBefore).toEqual(Array(3).fill(noonMs - 10 * dayMs));
  });

  it('goes on for incidents alone, too', () => {
    incidentsLeft = 4;
    const { sweep } = retention();
    expect(untilOver(() => sweep(noonMs))).toBe(4);
  });

  it('begins once a minute at most, whichever way the clock is set', () => {
    const { sweep } = retention();
    for (const atMs of [0, 1, minuteMs - 1, minuteMs, minuteMs + 1, -1]) sweep(noonMs + atMs);
    expect(incidentsBefore.map((atMs) => atMs + 10 * dayMs - noonMs)).toEqual([0, minuteMs, -1]);
  });

  it('ends where the disk fails', () => {
    left = 3;
    diskWorks = false;
    const { sweep, underWay } = retention();
    expect(sweep(noonMs)).toBe(false);
    expect(underWay()).toBe(false);
  });

  it('leaves the rest to the next one when there is very much', () => {
    left = 1_500;
    const { sweep } = retention();
    expect(untilOver(() => sweep(noonMs))).toBe(1_000);
    expect(untilOver(() => sweep(noonMs + minuteMs))).toBe(500);
  });
});

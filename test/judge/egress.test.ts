// When the agent's own network is found cut by what its deployments show, and what holds of every order of readings.
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  createFleetWitness,
  type FleetWitness,
  leastFailing,
  leastNetworks,
  leastProofs,
  readingMs,
} from '../../src/judge/egress.ts';

const startMs = 1_800_000_000_000;
let nowMs: number;
let witness: FleetWitness;

beforeEach(() => {
  nowMs = startMs;
  witness = createFleetWitness(0.5);
});

/** Deployments 0, 1, 2, … are on as many networks as there are, one after the other. */
function watch(count: number, networks = count): void {
  for (let index = 0; index < count; index += 1) witness.watch(`d${index}`, `n${index % networks}`);
}

function read(isLocal: boolean, ...deployments: readonly number[]): void {
  for (const index of deployments) {
    const reading = { deployment: `d${index}`, network: null, beganMs: nowMs - 20, endedMs: nowMs, isLocal };
    witness.take(reading, nowMs);
  }
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('is cut', () => {
  test('when five on three networks fail, and more than the share', () => {
    watch(5, 3);
    read(true, 0, 1, 2, 3);
    expect(witness.isCut()).toBe(false);
    read(true, 4);
    expect(witness.isCut()).toBe(true);
  });

  test('not when they are on two networks, however many they are', () => {
    watch(12, 2);
    read(true, ...upTo(12));
    expect(witness.isCut()).toBe(false);
  });

  test('not when exactly the share fails, but when one more does', () => {
    watch(12);
    read(false, ...upTo(12));
    read(true, ...upTo(6));
    expect(witness.isCut()).toBe(false);
    read(true, 6);
    expect(witness.isCut()).toBe(true);
  });

  test('by a share of 29 % when 30 of 100 fail, and not when 29 do', () => {
    witness = createFleetWitness(0.29);
    watch(100);
    read(false, ...upTo(100));
    read(true, ...upTo(29));
    expect(witness.isCut()).toBe(false);
    read(true, 29);
    expect(witness.isCut()).toBe(true);
  });

  test('by the latest reading of each alone', () => {
    watch(12);
    read(false, ...upTo(12));
    for (let time = 0; time < 20; time += 1) read(true, 0, 1, 2, 3);
    expect(witness.isCut()).toBe(false);
  });

  test('by networks where they answered from, not by their names', () => {
    watch(6);
    for (const index of upTo(6)) {
      const reading = { deployment: `d${index}`, beganMs: nowMs, endedMs: nowMs, isLocal: false };
      witness.take({ ...reading, network: '192.0.2' }, nowMs);
    }
    expect(witness.canTell()).toBe(false);
    read(true, ...upTo(6));
    expect(witness.isCut()).toBe(false);
  });

  test('whatever was read longer ago', () => {
    watch(30);
    read(false, ...upTo(24));
    nowMs += readingMs;
    read(true, 24, 25, 26, 27, 28);
    expect(witness.isCut()).toBe(false);
    nowMs += 1;
    read(true, 29);
    expect(witness.isCut()).toBe(true);
  });

  test('not by what grows old, nor by what answers or goes', () => {
    watch(30);
    read(false, ...upTo(20));
    nowMs += 10_000;
    read(true, 24, 25, 26, 27, 28, 29);
    nowMs += readingMs - 5_000;
    read(false, 20);
    expect(witness.isCut()).toBe(false);
    witness.forget('d20');
    expect(witness.isCut()).toBe(false);
    read(true, 29);
    expect(witness.isCut()).toBe(true);
  });
});

describe('is cut no longer', () => {
  beforeEach(() => {
    watch(12);
    read(true, ...upTo(12));
  });

  test('once no more than the share fails', () => {
    read(false, ...upTo(5));
    expect(witness.isCut()).toBe(true);
    read(false, 5);
    expect(witness.isCut()).toBe(false);
  });

  test('but not as time passes: nothing new was heard', () => {
    nowMs += 10 * readingMs;
    read(true, 0);
    expect(witness.isCut()).toBe(true);
    read(false, 0);
    expect(witness.isCut()).toBe(true);
  });

  test('when too few of those that fail are left', () => {
    for (const index of upTo(7)) witness.forget(`d${index}`);
    expect(witness.isCut()).toBe(true);
    witness.forget('d7');
    expect(witness.isCut()).toBe(false);
  });
});

describe('it can tell', () => {
  test.each([
    [5, 3, true],
    [4, 4, false],
    [20, 2, false],
  ])('of %i deployments on %i networks: %s', (count, networks, can) => {
    watch(count, networks);
    expect(witness.canTell()).toBe(can);
  });

  test('no more once too few are left', () => {
    watch(5);
    witness.forget('d0');
    expect(witness.canTell()).toBe(false);
  });
});

describe('it has worked since a run began', () => {
  const began = () => startMs;
  beforeEach(() => {
    watch(12);
    nowMs = startMs + 30;
    read(true, 0);
    nowMs = startMs + 2_000;
  });

  test('when two others answered that began after it did', () => {
    read(false, 1);
    expect(witness.workedSince('d0', began())).toBe(false);
    read(false, 2);
    expect(witness.workedSince('d0', began())).toBe(true);
    expect(witness.workedSince('d0', startMs + 1_999)).toBe(false);
  });

  test('not when more than the share of those failed', () => {
    read(false, 1, 2);
    read(true, 3, 4, 5);
    expect(witness.workedSince('d0', began())).toBe(false);
    read(false, 6);
    expect(witness.workedSince('d0', began())).toBe(true);
  });

  test('whatever became of itself since', () => {
    read(false, 1, 2);
    read(true, 3, 4);
    expect(witness.workedSince('d0', began())).toBe(true);
    read(true, 0);
    expect(witness.workedSince('d0', began())).toBe(true);
  });

  test('not by what one has answered again and again', () => {
    read(false, 1, 1, 1);
    expect(witness.workedSince('d0', began())).toBe(false);
  });
});

test('says what it sees', () => {
  watch(12, 4);
  read(true, ...upTo(7));
  read(false, 8);
  expect(witness.words()).toBe('7 of 8 deployments, on 4 networks, fail for local causes');
});

type Event =
  | { readonly gapMs: number; readonly deployment: number; readonly isLocal: boolean }
  | { readonly gapMs: number; readonly gone: number };

const gapMs = fc.constantFrom(0, 100, 1_000, 7_000, 31_000);
const deployment = fc.nat(11);
const reading = fc.record({ gapMs, deployment, isLocal: fc.boolean() });
const events = fc.array(fc.oneof({ arbitrary: reading, weight: 9 }, fc.record({ gapMs, gone: deployment })), {
  maxLength: 80,
});

/** Plays events, and tells after each what an oracle without any bookkeeping of its own knows. */
function play(all: readonly Event[], share: number, look: (known: Known) => void): void {
  const played = createFleetWitness(share);
  const latest = new Map<number, { endedMs: number; isLocal: boolean }>();
  let atMs = startMs;
  let wasCut = false;
  for (const event of all) {
    atMs += event.gapMs;
    if ('gone' in event) {
      played.forget(`d${event.gone}`);
      latest.delete(event.gone);
    } else {
      const { deployment: index, isLocal } = event;
      played.watch(`d${index}`, `n${index % 4}`);
      played.take({ deployment: `d${index}`, network: null, beganMs: atMs, endedMs: atMs, isLocal }, atMs);
      // What was read before it, in the order of reading.
      latest.delete(index);
      if (!wasCut) {
        for (const [other, { endedMs }] of latest) if (atMs - endedMs > readingMs) latest.delete(other);
      }
      latest.set(index, { endedMs: atMs, isLocal });
    }
    const failing = [...latest].filter(([, each]) => each.isLocal).map(([index]) => index);
    const networks = new Set(failing.map((index) => index % 4)).size;
    look({ event, wasCut, isCut: played.isCut(), failing: failing.length, networks, of: latest.size });
    wasCut = played.isCut();
  }
}

interface Known {
  readonly event: Event;
  readonly wasCut: boolean;
  readonly isCut: boolean;
  readonly failing: number;
  readonly networks: number;
  readonly of: number;
}

const always = (check: (known: Known, share: number) => void) =>
  fc.assert(
    fc.property(events, fc.constantFrom(0.2, 0.5, 0.75), (all, share) =>
      play(all, share, (known) => check(known, share)),
    ),
    { numRuns: 500 },
  );

describe('of every order of readings', () => {
  test('it is never cut with fewer failing, on fewer networks, or no more than the share', () => {
    always(({ isCut, failing, networks, of }, share) => {
      if (!isCut) return;
      expect(failing).toBeGreaterThanOrEqual(leastFailing);
      expect(networks).toBeGreaterThanOrEqual(leastNetworks);
      expect(failing).toBeGreaterThan(share * of);
    });
  });

  test('it is cut after a reading of a failure that makes all of it true', () => {
    always(({ event, isCut, failing, networks, of }, share) => {
      const isFailure = 'isLocal' in event && event.isLocal;
      if (isFailure && failing >= leastFailing && networks >= leastNetworks && failing > share * of) {
        expect(isCut).toBe(true);
      }
    });
  });

  test('only a failure cuts it, and what cut it keeps it so', () => {
    always(({ event, wasCut, isCut, failing, networks, of }, share) => {
      if (!wasCut && isCut) expect(event).toMatchObject({ isLocal: true });
      const holds = failing >= leastFailing && networks >= leastNetworks && failing > share * of;
      if (wasCut && holds) expect(isCut).toBe(true);
    });
  });

  test('refusals and answers never cut it, and it has worked since anything that two of them began after', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ gapMs, deployment }), { maxLength: 60 }), (all) => {
        const played = createFleetWitness(0.5);
        let atMs = startMs;
        const seen: { index: number; atMs: number }[] = [];
        for (const event of all) {
          atMs += event.gapMs;
          const id = `d${event.deployment}`;
          played.take({ deployment: id, network: null, beganMs: atMs, endedMs: atMs, isLocal: false }, atMs);
          seen.push({ index: event.deployment, atMs });
          expect(played.isCut()).toBe(false);
        }
        const later = seen.filter((each) => each.atMs >= startMs + 2_000 && atMs - each.atMs <= readingMs);
        const isShown = new Set(later.map(({ index }) => index)).size >= leastProofs;
        if (isShown) expect(played.workedSince('another', startMs + 999)).toBe(true);
      }),
    );
  });
});

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

function readingOf(index: number, isLocal: boolean, everyMs = 30_000) {
  return { deployment: `d${index}`, network: null, beganMs: nowMs - 20, endedMs: nowMs, isLocal, everyMs };
}

function read(isLocal: boolean, ...deployments: readonly number[]): void {
  for (const index of deployments) {
    witness.take(readingOf(index, isLocal), nowMs);
  }
}

/** More seldom than anything is asked whose readings stand for themselves alone. */
const seldomMs = 5 * readingMs;

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
      witness.take({ ...readingOf(index, false), network: '192.0.2' }, nowMs);
    }
    expect(witness.canTell()).toBe(false);
    read(true, ...upTo(6));
    expect(witness.isCut()).toBe(false);
  });

  test.each([
    ['what failed a minute ago', readingMs, true],
    ['not what failed longer ago', readingMs + 1, false],
  ])('by %s', (_what, agoMs, isCut) => {
    watch(12);
    read(true, ...upTo(6));
    nowMs += agoMs;
    read(true, 6);
    expect(witness.isCut()).toBe(isCut);
  });

  test('not by what answers, nor by what goes', () => {
    watch(12);
    read(true, ...upTo(6));
    witness.forget('d11');
    expect(witness.isCut()).toBe(false);
    read(false, 10);
    expect(witness.isCut()).toBe(false);
    read(true, 5);
    expect(witness.isCut()).toBe(true);
  });

  test('not while those that fail are few of all that are watched, read lately or not', () => {
    watch(12);
    read(true, ...upTo(6));
    expect(witness.isCut()).toBe(false);
  });

  test.each([
    [20, 300],
    [100, 3_600],
  ])('not by five that are down and asked often, while %i are well and asked every %i s', (count, everyS) => {
    watch(5 + count);
    const second = (at: number, isCut: boolean) => {
      nowMs += 1_000;
      if (at % 10 === 0) read(true, ...upTo(5));
      for (const index of upTo(count)) {
        if (at % everyS !== Math.floor((index * everyS) / count)) continue;
        witness.take(readingOf(5 + index, isCut, everyS * 1_000), nowMs);
      }
      return witness.isCut();
    };
    expect(upTo(2 * everyS).some((at) => second(at, false))).toBe(false);
    expect(upTo(150).some((at) => second(at, true))).toBe(true);
    // And it ends as soon as it is over, though those stay down.
    expect(upTo(everyS).every((at) => second(at, false))).toBe(false);
    expect(witness.isCut()).toBe(false);
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

  test('whatever share of those failed, where all that fail are on two networks', () => {
    witness = createFleetWitness(0.5);
    for (const index of upTo(8)) witness.watch(`d${index}`, `n${index % 2}`);
    for (const index of [8, 9, 10]) witness.watch(`d${index}`, `m${index}`);
    read(true, ...upTo(8));
    read(false, 8);
    expect(witness.workedSince('d0', began())).toBe(false);
    read(false, 9);
    expect(witness.workedSince('d0', began())).toBe(true);
    read(true, 10);
    expect(witness.workedSince('d0', began())).toBe(false);
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

/** One in three is asked seldom. */
const everyMsOf = (index: number) => (index % 3 === 0 ? seldomMs : 30_000);
const standsFor = (index: number) => (index % 3 === 0 ? 5 : 1);
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

/** Plays events, and tells after each what an oracle without any bookkeeping of its own knows. */
function play(all: readonly Event[], share: number, look: (known: Known) => void): void {
  const played = createFleetWitness(share);
  const watched = new Set<number>();
  const latest = new Map<number, { endedMs: number; isLocal: boolean }>();
  let atMs = startMs;
  let wasCut = false;
  for (const event of all) {
    atMs += event.gapMs;
    if ('gone' in event) {
      played.forget(`d${event.gone}`);
      latest.delete(event.gone);
      watched.delete(event.gone);
    } else {
      const { deployment: index, isLocal } = event;
      played.watch(`d${index}`, `n${index % 4}`);
      watched.add(index);
      const reading = { network: null, beganMs: atMs, endedMs: atMs, isLocal, everyMs: everyMsOf(index) };
      played.take({ deployment: `d${index}`, ...reading }, atMs);
      // What was read before it, in the order of reading.
      latest.delete(index);
      if (!wasCut) {
        for (const [other, { endedMs }] of latest) if (atMs - endedMs > readingMs) latest.delete(other);
      }
      latest.set(index, { endedMs: atMs, isLocal });
    }
    const failing = [...latest].filter(([, each]) => each.isLocal).map(([index]) => index);
    const networks = new Set(failing.map((index) => index % 4)).size;
    const ofFailing = sum(failing.map(standsFor));
    const part = ofFailing / Math.max(watched.size, sum([...latest.keys()].map(standsFor)));
    look({ event, wasCut, isCut: played.isCut(), failing: failing.length, networks, part });
    wasCut = played.isCut();
  }
}

interface Known {
  readonly event: Event;
  readonly wasCut: boolean;
  readonly isCut: boolean;
  readonly failing: number;
  readonly networks: number;
  /** Of all that are watched, those that fail, as far as the readings tell. */
  readonly part: number;
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
    always(({ isCut, failing, networks, part }, share) => {
      if (!isCut) return;
      expect(failing).toBeGreaterThanOrEqual(leastFailing);
      expect(networks).toBeGreaterThanOrEqual(leastNetworks);
      expect(part).toBeGreaterThan(share);
    });
  });

  test('it is cut after a reading of a failure that makes all of it true', () => {
    always(({ event, isCut, failing, networks, part }, share) => {
      const isFailure = 'isLocal' in event && event.isLocal;
      if (isFailure && failing >= leastFailing && networks >= leastNetworks && part > share) {
        expect(isCut).toBe(true);
      }
    });
  });

  test('only a failure cuts it, and what cut it keeps it so', () => {
    always(({ event, wasCut, isCut, failing, networks, part }, share) => {
      if (!wasCut && isCut) expect(event).toMatchObject({ isLocal: true });
      const holds = failing >= leastFailing && networks >= leastNetworks && part > share;
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
          const reading = { network: null, beganMs: atMs, endedMs: atMs, isLocal: false, everyMs: 30_000 };
          played.take({ deployment: id, ...reading }, atMs);
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

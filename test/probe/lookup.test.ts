import { describe, expect, test, vi } from 'vitest';
import { createLookups, maxLookups, type Resolve } from '../../src/probe/lookup.ts';

/** A resolver that answers when told to. */
function held() {
  const waiting: Parameters<Resolve>[2][] = [];
  const resolve = vi.fn<Resolve>((_host, _options, callback) => waiting.push(callback));
  return { resolve, answer: (...args: Parameters<Parameters<Resolve>[2]>) => waiting.shift()?.(...args) };
}

const one = [{ address: '192.0.2.1', family: 4 }];

test('look-ups of one host at one time are one look-up', () => {
  const { resolve, answer } = held();
  const { lookup } = createLookups(resolve);
  const [first, second] = [vi.fn(), vi.fn()];
  lookup('a.test', { all: true, family: 0 }, first);
  lookup('a.test', { all: true, family: 0 }, second);
  expect(resolve).toHaveBeenCalledTimes(1);
  answer(null, one);
  expect(first).toHaveBeenCalledWith(null, one);
  expect(second).toHaveBeenCalledWith(null, one);
});

test('another host, or another family, is another look-up', () => {
  const { resolve } = held();
  const { lookup } = createLookups(resolve);
  lookup('a.test', { all: true, family: 0 }, vi.fn());
  lookup('b.test', { all: true, family: 0 }, vi.fn());
  lookup('a.test', { all: true, family: 6 }, vi.fn());
  expect(resolve.mock.calls.map(([host, { family }]) => [host, family])).toEqual([
    ['a.test', 0],
    ['b.test', 0],
    ['a.test', 6],
  ]);
});

test('an answer is not kept: the next look-up asks again', () => {
  const { resolve, answer } = held();
  const { lookup } = createLookups(resolve);
  lookup('a.test', { all: true }, vi.fn());
  answer(null, one);
  lookup('a.test', { all: true }, vi.fn());
  expect(resolve).toHaveBeenCalledTimes(2);
});

test('who asked for one address gets the first', () => {
  const { resolve, answer } = held();
  const callback = vi.fn();
  createLookups(resolve).lookup('a.test', { family: 4 }, callback);
  answer(null, one);
  expect(callback).toHaveBeenCalledWith(null, '192.0.2.1', 4);
});

test('an error is told to all who wait', () => {
  const { resolve, answer } = held();
  const { lookup } = createLookups(resolve);
  const callbacks = [vi.fn(), vi.fn()];
  for (const callback of callbacks) lookup('a.test', { all: true }, callback);
  const error = new Error('no such host');
  answer(error, []);
  for (const callback of callbacks) expect(callback).toHaveBeenCalledWith(error, []);
});

describe('a look-up that hangs', () => {
  /** A look-up each so many seconds, each with its own callback. */
  function every(seconds: readonly number[]) {
    const { resolve, answer } = held();
    let nowMs = 0;
    const { lookup } = createLookups(resolve, () => nowMs);
    const callbacks = seconds.map((second) => {
      nowMs = second * 1000;
      const callback = vi.fn();
      lookup('a.test', { all: true }, callback);
      return callback;
    });
    return { resolve, answer, callbacks };
  }

  test('is joined for 5 s, and then asked anew, so that a recovered resolver is seen', () => {
    const { resolve, answer, callbacks } = every([0, 4.9, 5, 9.9]);
    expect(resolve).toHaveBeenCalledTimes(2);
    const [first, joined, anew, joinedAnew] = callbacks;
    answer(new Error('too late'), []);
    answer(null, one);
    for (const callback of [first, joined]) expect(callback).toHaveBeenCalledWith(new Error('too late'), []);
    for (const callback of [anew, joinedAnew]) expect(callback).toHaveBeenCalledWith(null, one);
  });

  test('three of one host at most; beyond them it fails at once', async () => {
    const { resolve, answer, callbacks } = every([0, 5, 10, 15, 20]);
    expect(resolve).toHaveBeenCalledTimes(3);
    await new Promise(setImmediate);
    const hangs = expect.objectContaining({ kind: 'dns', code: 'LOOKUPS_HANG' });
    expect(callbacks.map(({ mock }) => mock.calls)).toEqual([[], [], [], [[hangs, []]], [[hangs, []]]]);
    for (let index = 0; index < 3; index++) answer(null, one);
    for (const callback of callbacks) expect(callback).toHaveBeenCalledTimes(1);
  });

  test('has room again as soon as one has come back', () => {
    const { resolve, answer } = held();
    let nowMs = 0;
    const { lookup } = createLookups(resolve, () => nowMs);
    for (; nowMs < 15_000; nowMs += 5_000) lookup('a.test', { all: true }, vi.fn());
    answer(null, one);
    lookup('a.test', { all: true }, vi.fn());
    expect(resolve).toHaveBeenCalledTimes(4);
  });
});

describe('room for look-ups', () => {
  /** Look-ups of these hosts under way, at an instant that may be moved. */
  function underWay(hosts: readonly string[]) {
    const clock = { nowMs: 0 };
    const { resolve, answer } = held();
    const { lookup, room } = createLookups(resolve, () => clock.nowMs);
    for (const host of hosts) lookup(host, { all: true }, vi.fn());
    return { clock, resolve, answer, lookup, room };
  }

  const named = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${prefix}${index}.test`);

  test('as many at once as libuv gives threads to; the next waits until one is over', async () => {
    const { answer, room } = underWay(named('a', maxLookups - 1));
    expect(room('b.test', 0)).toBeNull();
    const { answer: answerOne, room: roomIn } = underWay(named('a', maxLookups));
    const turn = roomIn('b.test', 0);
    expect(turn).not.toBeNull();
    answer(null, one);
    answerOne(null, one);
    await turn;
    expect(roomIn('b.test', 0)).toBeNull();
  });

  test('all that wait are asked again, as one may join another', async () => {
    const { answer, room } = underWay(named('a', maxLookups));
    const turns = [room('b.test', 0), room('b.test', 0)];
    answer(null, one);
    await expect(Promise.all(turns)).resolves.toHaveLength(2);
  });

  test('what joins a look-up needs none', () => {
    const { room } = underWay(named('a', maxLookups));
    expect(room('a0.test', 0)).toBeNull();
  });

  test('hosts whose look-ups hang may have half of it, as soon as they are known to', () => {
    const { clock, answer, lookup, room } = underWay(['dark.test']);
    clock.nowMs = 3000;
    answer(new Error('no answer'), []);
    for (const host of named('a', maxLookups / 2 - 1)) lookup(host, { all: true }, vi.fn());
    clock.nowMs = 5999;
    expect(room('dark.test', 0)).toBeNull();
    lookup('last.test', { all: true }, vi.fn());
    expect(room('dark.test', 0)).toBeNull();
    clock.nowMs = 8999;
    expect(() => room('dark.test', 0)).toThrow('no room to look up slow names');
    expect(room('healthy.test', 0)).toBeNull();
  });

  test('a host that was slow, and is no more, is as all others', () => {
    const { clock, answer, lookup, room } = underWay(['dark.test']);
    clock.nowMs = 3000;
    answer(new Error('no answer'), []);
    lookup('dark.test', { all: true }, vi.fn());
    answer(null, one);
    for (const host of named('a', maxLookups / 2)) lookup(host, { all: true }, vi.fn());
    clock.nowMs = 6000;
    expect(room('dark.test', 0)).toBeNull();
  });

  test('a host whose own look-up hangs is not asked for again in the place of others', async () => {
    const { clock, resolve, lookup, room } = underWay(named('a', maxLookups / 2));
    clock.nowMs = 5000;
    const callback = vi.fn();
    expect(room('a0.test', 0)).toBeNull();
    lookup('a0.test', { all: true }, callback);
    await new Promise(setImmediate);
    expect(resolve).toHaveBeenCalledTimes(maxLookups / 2);
    expect(callback).toHaveBeenCalledWith(expect.objectContaining({ code: 'LOOKUPS_HANG' }), []);
  });
});

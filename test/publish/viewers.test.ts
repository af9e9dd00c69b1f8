// Who listens: what each is sent and when, and who is let go; with timers and sockets in hand.
import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEvents, type EventHub, type EventId, maxEvents } from '../../src/publish/events.ts';
import { beatEveryMs, createViewers, gatherMs, maxViewers, type Viewers } from '../../src/publish/viewers.ts';
import { aChange } from '../fixtures/snapshot.ts';

const startMs = Date.UTC(2026, 10, 21);
let events: EventHub;
let viewers: Viewers;

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    now: startMs,
  });
  events = createEvents(Date.now);
  viewers = createViewers(events, Date.now);
});
afterEach(() => {
  viewers.end();
  vi.useRealTimers();
});

/** As much of a response as is written to. */
class Socket extends EventEmitter {
  writableLength = 0;
  readonly written: Buffer[] = [];
  state: 'open' | 'ended' | 'destroyed' = 'open';
  write(bytes: Buffer) {
    this.written.push(bytes);
  }
  end(bytes: Buffer) {
    this.written.push(bytes);
    this.state = 'ended';
  }
  destroy() {
    this.state = 'destroyed';
    this.emit('close');
  }
  /** Names of events since the last look. */
  read() {
    const text = Buffer.concat(this.written.splice(0)).toString();
    return [...text.matchAll(/^event: (.*)$/gm)].map(([, name]) => name);
  }
}

function join(after: EventId | null = null): Socket {
  const socket = new Socket();
  viewers.join(socket as unknown as ServerResponse, after, ({ complete }) => ({ complete }));
  return socket;
}
const tell = (count = 1) => events.tell(Array.from({ length: count }, () => aChange()));
/** Sending is in turns. */
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('who joins', () => {
  it('is greeted, told when to come back, and sent what he missed', () => {
    tell(2);
    const [greeting] = join({ ms: startMs, n: 1 }).written;
    expect(greeting?.toString()).toMatch(
      new RegExp(
        `^retry: 2000\n\nid: ${startMs}-1\nevent: hello\ndata: {"complete":true}\n\nid: ${startMs}-2\nevent: change\n`,
      ),
    );
  });

  it('is told that something is missing', () => {
    expect(join({ ms: startMs - 1, n: 0 }).written.join('')).toContain('{"complete":false}');
  });

  it('while news is gathered is sent it once', async () => {
    const first = join();
    tell();
    const second = join({ ms: startMs, n: 0 });
    await pass(gatherMs);
    expect(first.read()).toEqual(['hello', 'change']);
    expect(second.read()).toEqual(['hello', 'change']);
  });
});

describe('news', () => {
  it(`is sent within ${gatherMs} ms, together, in one Buffer for all`, async () => {
    const sockets = [join(), join()];
    for (const socket of sockets) socket.read();
    tell();
    await pass(gatherMs - 1);
    tell(2);
    expect(sockets[0]?.written).toEqual([]);
    await pass(1);
    const [first, second] = sockets.map(({ written }) => written);
    expect(first).toHaveLength(1);
    expect(second?.[0]).toBe(first?.[0]);
    expect(sockets[0]?.read()).toEqual(['change', 'change', 'change']);
  });

  it('goes on after it', async () => {
    const socket = join();
    for (const count of [1, 2]) {
      socket.read();
      tell(count);
      await pass(gatherMs);
      expect(socket.read()).toHaveLength(count);
    }
  });
});

describe('beats', () => {
  it(`come every ${beatEveryMs} ms, with the time`, async () => {
    const socket = join();
    socket.read();
    await pass(beatEveryMs);
    expect(socket.written.join('')).toBe('event: beat\ndata: {"at":"2026-11-21T00:00:03Z"}\n\n');
    await pass(2 * beatEveryMs);
    expect(socket.read()).toEqual(['beat', 'beat', 'beat']);
  });

  it('need one timer for all, and none while nobody listens', async () => {
    expect(vi.getTimerCount()).toBe(0);
    const sockets = [join(), join(), join()];
    expect(vi.getTimerCount()).toBe(1);
    tell(2);
    expect(vi.getTimerCount()).toBe(2);
    for (const socket of sockets) socket.destroy();
    expect(vi.getTimerCount()).toBe(0);
    tell();
    expect(vi.getTimerCount()).toBe(0);
    join();
    expect(vi.getTimerCount()).toBe(1);
  });
});

describe('who is let go', () => {
  it('does not read: more waits for him than may', async () => {
    const [slow, quick] = [join(), join()];
    slow.writableLength = 64 * 1024;
    await pass(beatEveryMs);
    expect(slow.state).toBe('open');
    slow.writableLength += 1;
    tell();
    await pass(gatherMs);
    expect([slow.state, quick.state]).toEqual(['destroyed', 'open']);
    expect(slow.read()).toEqual(['hello', 'beat']);
    expect(quick.read()).toEqual(['hello', 'beat', 'change']);
  });

  it('would miss something: more was told at once than is remembered', async () => {
    const socket = join();
    tell(maxEvents + 1);
    await pass(gatherMs);
    expect(socket.state).toBe('destroyed');
  });

  it('leaves room for another', () => {
    const sockets = Array.from({ length: maxViewers }, () => join());
    expect(viewers.isFull()).toBe(true);
    sockets[0]?.destroy();
    expect(viewers.isFull()).toBe(false);
  });

  it('is sent nothing more, in the midst of a pass either', async () => {
    const [first, second] = [join(), join()];
    first.write = () => second.destroy();
    second.read();
    tell();
    await pass(gatherMs);
    expect(second.written).toEqual([]);
  });
});

it('ends in order, with what was told last', () => {
  const socket = join();
  tell();
  viewers.end();
  expect(socket.state).toBe('ended');
  expect(socket.read()).toEqual(['hello', 'change']);
  expect(vi.getTimerCount()).toBe(0);
});

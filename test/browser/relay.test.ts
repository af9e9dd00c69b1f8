// One stream for many listeners: what each is told, how it goes on after a silence, and when it is let go.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRelay, isAfter } from '../../src/browser/relay.js';

class FakeStream extends EventTarget {
  readyState = 1;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
  }
  close(): void {
    this.readyState = 2;
  }
  tell(event: string, id: string, data: object = {}): void {
    this.dispatchEvent(new MessageEvent(event, { lastEventId: id, data: JSON.stringify(data) }));
  }
}

let opened: FakeStream[];
const aRelay = () =>
  createRelay('/events', (url) => {
    const stream = new FakeStream(url);
    opened.push(stream);
    // A stream has more than the relay asks for.
    return stream as unknown as EventSource;
  });
const newest = () => opened.at(-1) ?? new FakeStream('none');
const words = () => {
  const heard: unknown[] = [];
  return { heard, listen: (word: unknown) => heard.push(word) };
};

beforeEach(() => {
  opened = [];
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a relay', () => {
  it('opens the stream from where the first listener is, and no other for the next', () => {
    const relay = aRelay();
    relay.join('5-0', words().listen);
    relay.join('7-0', words().listen);
    expect(opened.map(({ url }) => url)).toEqual(['/events?last_event_id=5-0']);
  });

  it('tells all of them what comes', () => {
    const relay = aRelay();
    const [one, other] = [words(), words()];
    relay.join('5-0', one.listen);
    relay.join('5-0', other.listen);
    newest().tell('change', '6-1', { deployment: 'a' });
    const word = { event: 'change', data: { deployment: 'a' } };
    expect([one.heard, other.heard]).toEqual([[word], [word]]);
  });

  it.each([
    ['6-0', false],
    ['6-1', true],
    ['7-0', true],
  ])('greets who joins later, rendered at %s: he misses nothing is %s', (after, complete) => {
    const relay = aRelay();
    relay.join('5-0', words().listen);
    newest().tell('hello', '5-0', { assets: 'abc', complete: true });
    newest().tell('change', '6-1');
    const late = words();
    relay.join(after, late.listen);
    expect(late.heard).toEqual([{ event: 'hello', data: { assets: 'abc', complete } }]);
  });

  it('says that the stream broke', () => {
    const relay = aRelay();
    const { heard, listen } = words();
    relay.join('5-0', listen);
    newest().dispatchEvent(new Event('error'));
    expect(heard).toEqual([{ event: 'broken', data: null }]);
  });

  it('goes on behind the latest event once it has been silent for long', () => {
    const relay = aRelay();
    relay.join('5-0', words().listen);
    newest().tell('change', '6-1');
    vi.advanceTimersByTime(8_000);
    expect(opened).toHaveLength(1);
    vi.advanceTimersByTime(1_000);
    expect(opened.map(({ url }) => url)).toEqual(['/events?last_event_id=5-0', '/events?last_event_id=6-1']);
    expect(opened[0]?.readyState).toBe(2);
  });

  it('is not opened anew while it is heard', () => {
    const relay = aRelay();
    relay.join('5-0', words().listen);
    for (let beats = 0; beats < 20; beats += 1) {
      newest().tell('beat', '');
      vi.advanceTimersByTime(3_000);
    }
    expect(opened).toHaveLength(1);
  });

  it('is closed with its last listener, and begins anew with the next', () => {
    const relay = aRelay();
    const [leaveOne, leaveOther] = [relay.join('5-0', () => {}), relay.join('5-0', () => {})];
    leaveOne();
    leaveOne();
    expect(newest().readyState).toBe(1);
    leaveOther();
    expect(newest().readyState).toBe(2);
    vi.advanceTimersByTime(60_000);
    expect(opened).toHaveLength(1);
    relay.join('9-0', words().listen);
    expect(newest().url).toBe('/events?last_event_id=9-0');
  });
});

it.each([
  ['10-0', '9-5', true],
  ['9-10', '9-9', true],
  ['9-9', '9-9', false],
  ['9-0', '10-0', false],
])('%s after %s: %s', (id, other, after) => {
  expect(isAfter(id, other)).toBe(after);
});

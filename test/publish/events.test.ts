// The memory of what changed: ids that only grow, what comes after one of them, and its bounds.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Change } from '../../src/model/belief.ts';
import {
  createEvents,
  type EventHub,
  eventIdPattern,
  frame,
  maxEvents,
  maxEventsBytes,
  parseEventId,
} from '../../src/publish/events.ts';
import { aChange } from '../fixtures/snapshot.ts';

const startMs = 1_000_000;
let nowMs: number;
let events: EventHub;
beforeEach(() => {
  nowMs = startMs;
  events = createEvents(() => nowMs);
});

const tell = (...texts: string[]) => events.tell(texts.map((text) => aChange({ text })));
const whatCame = (id: string | null) => {
  const { bytes, from, to, complete } = events.since(id === null ? null : parseEventId(id));
  const blocks = bytes.toString().split('\n\n').filter(Boolean);
  const ids = blocks.map((block) => /^id: (.*)$/m.exec(block)?.[1]);
  return { ids, complete, from: `${from.ms}-${from.n}`, to: `${to.ms}-${to.n}` };
};

describe('an event', () => {
  it('is a block of its own: id, name, and JSON on one line', () => {
    tell('Storage is down');
    expect(events.since({ ms: startMs, n: 0 }).bytes.toString()).toBe(
      'id: 1000000-1\nevent: change\ndata: {"kind":"state_changed","deployment":"files-eu","at":"2026-11-21T10:00:00Z",' +
        '"subject":null,"from":"operational","to":"major_outage","text":"Storage is down","incident":null}\n\n',
    );
  });

  it('tells of the fleet only when', () => {
    nowMs = Date.UTC(2026, 10, 21);
    events.tellFleet();
    expect(events.since({ ms: startMs, n: 0 }).bytes.toString()).toBe(
      `id: ${nowMs}-1\nevent: fleet\ndata: {"at":"2026-11-21T00:00:00Z"}\n\n`,
    );
  });

  it.each(['a\n\ndata: forged', 'a\r\rid: 9-9', '\u2028\u2029\u0085', '\ud800', '\0', '\ufeff'])(
    'stays one, whatever the text: %j',
    (text) => {
      const block = frame('change', { text }, { ms: 1, n: 1 });
      const lines = block.split(/\r\n|\r|\n/);
      expect(lines).toHaveLength(5);
      expect(lines.slice(0, 2)).toEqual(['id: 1-1', 'event: change']);
      expect(JSON.parse(Buffer.from(block).toString().split('\n')[2]?.slice(6) ?? '')).toEqual({ text });
    },
  );
});

describe('ids', () => {
  it('are the instant, and a count within it', () => {
    tell('a', 'b');
    nowMs += 1;
    tell('c');
    expect(whatCame('1000000-0').ids).toEqual(['1000000-1', '1000000-2', '1000001-1']);
  });

  it('grow though the clock is set back', () => {
    tell('a');
    nowMs -= 500;
    tell('b');
    nowMs += 499;
    tell('c');
    nowMs += 2;
    tell('d');
    expect(whatCame('1000000-0').ids).toEqual(['1000000-1', '1000000-2', '1000000-3', '1000001-1']);
  });

  it.each(['0-0', '1795284756123-1', '999999999999999-999999999'])('may be %s', (text) => {
    expect(text).toMatch(eventIdPattern);
    expect(Object.values(parseEventId(text)).join('-')).toBe(text);
  });

  it.each([
    '',
    '-',
    '1',
    '1-',
    '-1-1',
    '1.5-1',
    '1-1-1',
    ' 1-1',
    '1-1\n',
    '1e3-1',
    '9999999999999999-1',
    '1-1234567890',
  ])('are never %j', (text) => {
    expect(text).not.toMatch(eventIdPattern);
  });
});

describe('what came after', () => {
  it.each([
    ['1000000-1', ['1000000-2', '1000005-1']],
    ['1000000-2', ['1000005-1']],
    ['1000000-99', ['1000005-1']],
    ['1000004-0', ['1000005-1']],
    ['1000005-0', ['1000005-1']],
    ['1000005-1', []],
    ['1000006-0', []],
  ])('%s', (id, ids) => {
    tell('a', 'b');
    nowMs += 5;
    tell('c');
    nowMs += 1;
    expect(whatCame(id)).toEqual({ ids, complete: true, from: id, to: '1000005-1' });
  });

  it('a page that was rendered in the same millisecond', () => {
    tell('a');
    expect(whatCame(`${nowMs}-0`)).toMatchObject({ ids: ['1000000-1'], complete: true });
  });

  it('nothing in particular: only what comes from now on', () => {
    tell('a');
    expect(whatCame(null)).toEqual({ ids: [], complete: true, from: '1000000-1', to: '1000000-1' });
  });

  it('an id from before the start is all there is, and not complete', () => {
    tell('a');
    const all = { ids: ['1000000-1'], complete: false, from: '1000000-0' };
    expect(whatCame('999999-7')).toMatchObject(all);
    expect(whatCame('0-0')).toMatchObject(all);
    // Who was told so, and has read everything anew, goes on from there.
    expect(whatCame('1000000-0')).toMatchObject({ ids: ['1000000-1'], complete: true });
  });

  it('an id that is yet to come is nothing, and not complete: our clock was set back', () => {
    tell('a');
    expect(whatCame('1000001-0')).toEqual({ ids: [], complete: false, from: '1000000-1', to: '1000000-1' });
    expect(whatCame('999999999999999-1')).toMatchObject({ ids: [], complete: false });
    nowMs += 1;
    expect(whatCame('1000001-0')).toMatchObject({ ids: [], complete: true });
  });
});

describe('memory', () => {
  it(`is of ${maxEvents} events`, () => {
    for (let index = 0; index < maxEvents; index += 1) events.tellFleet();
    expect(whatCame('1000000-0')).toMatchObject({ complete: true, ids: { length: maxEvents } });
    events.tellFleet();
    expect(whatCame('1000000-0')).toMatchObject({
      complete: false,
      from: '1000000-1',
      ids: { length: maxEvents },
    });
    expect(whatCame('1000000-1')).toMatchObject({ complete: true, ids: { length: maxEvents } });
  });

  it(`and of ${maxEventsBytes} bytes`, () => {
    for (let index = 0; index < 100; index += 1) tell('x'.repeat(maxEventsBytes / 50));
    const { bytes } = events.since({ ms: 0, n: 0 });
    expect(bytes.length).toBeLessThanOrEqual(maxEventsBytes);
    expect(bytes.length).toBeGreaterThan(maxEventsBytes / 2);
  });
});

describe('who listens', () => {
  it('is called once for all that is told at once, until he ends it', () => {
    let calls = 0;
    const end = events.subscribe(() => {
      calls += 1;
    });
    tell('a', 'b');
    events.tell([] satisfies Change[]);
    expect(calls).toBe(1);
    events.tellFleet();
    expect(calls).toBe(2);
    end();
    tell('c');
    expect(calls).toBe(2);
  });
});

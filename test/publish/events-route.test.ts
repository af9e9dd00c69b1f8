// The stream of changes on real sockets: what a browser, curl and whoever means harm are answered.
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createEvents, type EventHub } from '../../src/publish/events.ts';
import type { Server } from '../../src/publish/server.ts';
import { maxViewers } from '../../src/publish/viewers.ts';
import { serve } from '../fixtures/served.ts';
import { aChange, anIncident } from '../fixtures/snapshot.ts';
import { openStream } from '../fixtures/stream.ts';

const startMs = Date.UTC(2026, 10, 21);
let nowMs: number;
let events: EventHub;
let server: Server;
let url: string;

beforeEach(async () => {
  nowMs = startMs;
  events = createEvents(() => nowMs);
  server = serve({ events });
  url = `${await server.listen('127.0.0.1:0')}/api/v2/events`;
  nowMs += 60_000;
});
afterEach(() => server.close());

const pageOf = (ms: number) => `${url}?last_event_id=${ms}-0`;

describe('a stream', () => {
  it('has the headers of every answer, and is gathered by no proxy', async () => {
    const { answer } = await openStream(url);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
  });

  it('begins with who speaks, and goes on with what changes', async () => {
    const { next } = await openStream(url);
    expect(await next()).toEqual({
      id: `${startMs}-0`,
      event: 'hello',
      data: {
        version: '0.1.0',
        assets: expect.stringMatching(/^[0-9a-f]{12}$/),
        complete: true,
        at: expect.stringMatching(/^2\d{3}-.*Z$/),
      },
    });
    events.tell([aChange({ kind: 'incident_opened', incident: anIncident(), text: 'Storage\n\ndata: {}' })]);
    expect(await next()).toEqual({
      id: `${nowMs}-1`,
      event: 'change',
      data: {
        kind: 'incident_opened',
        deployment: 'files-eu',
        at: '2026-11-21T10:00:00Z',
        subject: null,
        from: 'operational',
        to: 'major_outage',
        text: 'Storage\n\ndata: {}',
        incident: {
          id: 'inc_1',
          created_at: '2026-11-21T09:50:00Z',
          title: 'Files EU: Storage reports major_outage',
          status: 'investigating',
          impact: 'critical',
        },
      },
    });
    events.tellFleet();
    expect(await next()).toEqual({
      id: `${nowMs}-2`,
      event: 'fleet',
      data: { at: '2026-11-21T00:01:00Z' },
    });
  });

  it('stands under the base path', async () => {
    const mounted = serve({ events }, '/picket');
    const { answer, next } = await openStream(`${await mounted.listen('127.0.0.1:0')}/api/v2/events`);
    expect(answer.status).toBe(200);
    expect(await next()).toMatchObject({ event: 'hello' });
    await mounted.close();
  });

  it('answers HEAD with the headers alone', async () => {
    const answer = await fetch(url, { method: 'HEAD' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    expect((await fetch(`${url}?last_event_id=x`, { method: 'HEAD' })).status).toBe(400);
  });
});

describe('where it begins', () => {
  it('is the instant of the page that asks', async () => {
    events.tell([aChange()]);
    const { next } = await openStream(pageOf(nowMs));
    expect(await next()).toMatchObject({ id: `${nowMs}-0`, data: { complete: true } });
    expect(await next()).toMatchObject({ id: `${nowMs}-1`, event: 'change' });
  });

  it('is the last event of who comes back, whatever his page was', async () => {
    events.tell([aChange(), aChange()]);
    const { next } = await openStream(pageOf(startMs), { 'last-event-id': `${nowMs}-1` });
    expect(await next()).toMatchObject({ event: 'hello', data: { complete: true } });
    expect(await next()).toMatchObject({ id: `${nowMs}-2` });
  });

  it.each([
    ['before the agent began', '0-0'],
    ['yet to come', '999999999999999-999999999'],
  ])('is not known where it is %s', async (_, id) => {
    const { next } = await openStream(url, { 'last-event-id': id });
    expect(await next()).toMatchObject({ id: `${startMs}-0`, data: { complete: false } });
  });

  it.each(['', 'x', '-1-1', '1', '1.5-0', '1-1,2-2', '1'.repeat(16_000 - 400)])(
    'is refused where it is nothing of ours: %j',
    async (id) => {
      for (const answer of [
        await fetch(url, { headers: { 'last-event-id': id } }),
        await fetch(`${url}?last_event_id=${encodeURIComponent(id)}`),
      ]) {
        expect(answer.status).toBe(400);
        const message = expect.stringMatching(
          /^last[-_]event[-_]id: expected an id such as 1795284756123-1$/,
        );
        expect(await answer.json()).toEqual({ error: { code: 'bad_request', message } });
      }
    },
  );

  it('is refused where it is told twice', async () => {
    expect((await fetch(`${url}?last_event_id=1-1&last_event_id=2-2`)).status).toBe(400);
  });
});

describe('bounds', () => {
  it(`are ${maxViewers} who listen; the next is told when to come back`, async () => {
    const streams = await Promise.all(Array.from({ length: maxViewers }, () => openStream(url)));
    const refused = await fetch(url);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('10');
    expect(await refused.json()).toMatchObject({ error: { code: 'too_many_viewers' } });
    streams[0]?.close();
    await expect.poll(async () => (await openStream(url)).answer.status).toBe(200);
  });

  it('are one stream a connection, however many are asked for on it', async () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const ask = 'GET /api/v2/events HTTP/1.1\r\nHost: x\r\n\r\n';
    socket.write(ask.repeat(maxViewers + 1));
    await once(socket, 'data');
    const { answer } = await openStream(url);
    expect(answer.status).toBe(200);
    socket.destroy();
  });
});

describe('when the agent stops', () => {
  it('ends in order, with what was told last, and is not waited for', async () => {
    const { next } = await openStream(url);
    await next();
    events.tell([aChange()]);
    // The grace for what does not end by itself never ends here.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    await server.close();
    expect(await next()).toMatchObject({ event: 'change' });
    expect(await next()).toBeNull();
  });

  it('begins no other', async () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('utf8');
    socket.write('GET /api/v2/events HTTP/1.1\r\nHost: x\r\n');
    await fetch(url, { method: 'HEAD' });
    const closed = server.close();
    socket.write('\r\n');
    const [received] = await once(socket, 'data');
    expect(received).toMatch(/^HTTP\/1.1 503 .*connection: close\r\n.*{"error":{"code":"stopping"/is);
    await closed;
  });
});

import { describe, expect, test } from 'vitest';
import type { PhaseName } from '../../src/model/states.ts';
import { collect, createCollected } from '../../src/probe/body.ts';
import { ProbeError } from '../../src/probe/failure.ts';
import type { Answer } from '../../src/probe/http.ts';
import { observe } from '../../src/probe/observation.ts';
import { createWire } from '../../src/probe/wire.ts';
import { aCheck } from './target.ts';

const phases = { connect: 2.5, first_byte: 10, transfer: 0.5 };

function seen(answer: Partial<Answer>, phase: PhaseName = 'transfer', body = '{}') {
  const collected = createCollected();
  collect(collected, Buffer.from(body), 1024);
  const trace = {
    answer: { error: null, status: 200, headers: {}, body: collected, ...answer },
    wire: { ...createWire(), remoteAddress: '192.0.2.1' },
    watch: { phase, sinceMs: 0, phases },
  };
  return observe(aCheck({ timeoutMs: 5000 }), { epochMs: 1000, monotonicMs: performance.now() - 40 }, trace);
}

test('an answer had in full', async () => {
  const { endedMs, ...rest } = await seen({ headers: { 'content-type': 'application/json' } });
  expect(endedMs).toBeGreaterThanOrEqual(1040);
  expect(rest).toEqual({
    startedMs: 1000,
    failure: null,
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: '{}',
    bodyIsUtf8: true,
    bodyBytes: 2,
    wireBytes: 2,
    phases,
    durationMs: 13,
    certificate: null,
    remoteAddress: '192.0.2.1',
  });
});

describe('the duration of a failure', () => {
  test.each([
    ['a timeout is the deadline', new ProbeError('timeout', 'DEADLINE', ''), 5000],
    ['anything else is what was completed', new ProbeError('reset', 'CUT', ''), 13],
  ])('%s', async (_name, error, durationMs) => {
    expect(await seen({ error })).toMatchObject({ durationMs, body: null, bodyBytes: 0, wireBytes: 2 });
  });
});

test('a body that cannot be decoded is a failure of the transfer, and its wire bytes are told', async () => {
  const { failure, body, wireBytes } = await seen(
    { headers: { 'content-encoding': 'gzip' } },
    'transfer',
    'junk',
  );
  expect(failure).toMatchObject({ kind: 'encoding', phase: 'transfer' });
  expect({ body, wireBytes }).toEqual({ body: null, wireBytes: 4 });
});

test('it is plain JSON-safe data, a field named __proto__ included', async () => {
  const headers = Object.assign(Object.create(null), { ['__proto__']: 'x' });
  const observation = await seen({ headers });
  expect(JSON.parse(JSON.stringify(observation)).headers).toHaveProperty('__proto__', 'x');
});

// Answers are built once per snapshot and question, with gzip for who accepts it, and not sent again to who has them.
import { gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { answerOf, createAnswers, isUnchanged, sendAnswer } from '../../src/publish/answers.ts';
import { aSnapshot } from '../fixtures/snapshot.ts';

function counting() {
  let built = 0;
  return { build: () => [`answer ${++built}`], count: () => built };
}

describe('an answer', () => {
  it('is built once for a question of a snapshot', async () => {
    const answers = createAnswers();
    const snapshot = aSnapshot();
    const { build, count } = counting();
    const [first, second] = await Promise.all([
      answers.of(snapshot, 'status', build),
      answers.of(snapshot, 'status', build),
    ]);
    expect(second).toBe(first);
    expect(await answers.of(snapshot, 'status', build)).toBe(first);
    expect(count()).toBe(1);
  });

  it('is built anew for another question, and for another snapshot', () => {
    const answers = createAnswers();
    const { build, count } = counting();
    const snapshot = aSnapshot();
    answers.of(snapshot, 'status', build);
    answers.of(snapshot, 'regions', build);
    answers.of(aSnapshot(), 'status', build);
    expect(count()).toBe(3);
  });

  it('is kept for 64 questions, so that questions without end cost no memory', () => {
    const answers = createAnswers();
    const snapshot = aSnapshot();
    const { build, count } = counting();
    for (let twice = 0; twice < 2; twice += 1) {
      for (let question = 0; question < 65; question += 1) answers.of(snapshot, `cursor ${question}`, build);
    }
    expect(count()).toBe(66);
  });
});

it('is built anew where it could not be built', async () => {
  const answers = createAnswers();
  const snapshot = aSnapshot();
  const fails = () => {
    throw new Error('unreadable');
  };
  await expect(answers.of(snapshot, 'status', fails)).rejects.toThrow('unreadable');
  expect(String((await answers.of(snapshot, 'status', () => ['read'])).body)).toBe('read');
});

it('is built of pieces, in turns, and the same as in one', async () => {
  let pieces = 0;
  function* slow() {
    for (const piece of ['{"a":', '"é"', '}']) {
      const untilMs = performance.now() + 3;
      while (performance.now() < untilMs);
      pieces += 1;
      yield piece;
    }
  }
  let seen = 0;
  setImmediate(() => {
    seen = pieces;
  });
  const answer = await answerOf(slow);
  expect(seen).toBe(1);
  expect(String(answer.body)).toBe('{"a":"é"}');
  expect(answer).toEqual(await answerOf(() => ['{"a":"é"}']));
});

describe('an ETag', async () => {
  const { etag } = await answerOf(() => ['{}']);

  it('is strong, and of the body alone', async () => {
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    expect((await answerOf(() => ['{}'])).etag).toBe(etag);
    expect((await answerOf(() => ['[]'])).etag).not.toBe(etag);
  });

  it.each([
    ['nothing', undefined, false],
    ['another', '"x"', false],
    ['the same', etag, true],
    ['one of several', `"x", ${etag}`, true],
    ['a weak one, as a proxy makes it', `W/${etag}`, true],
    ['any', '*', true],
    ['the same, packed', etag.replace(/"$/, '-gzip"'), true],
  ])('is known to who sends %s', (_, header, expected) => {
    expect(isUnchanged(header, etag)).toBe(expected);
  });
});

describe('what is sent', () => {
  const long = 'Überall '.repeat(200);
  const ask = async (text: string, headers: Record<string, string>) => {
    const answer = await answerOf(() => [text]);
    const app = Fastify();
    app.get('/', (request, reply) => sendAnswer(request, reply.type('text/plain'), answer));
    return { etag: answer.etag, sent: await app.inject({ url: '/', headers }) };
  };

  it('is packed for who accepts gzip, with an ETag of its own', async () => {
    const { etag, sent } = await ask(long, { 'accept-encoding': 'br, gzip' });
    expect(sent.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-length': String(sent.rawPayload.length),
      vary: 'Accept-Encoding',
      etag: etag.replace(/"$/, '-gzip"'),
    });
    expect(sent.rawPayload.length).toBeLessThan(long.length / 10);
    expect(String(gunzipSync(sent.rawPayload))).toBe(long);
  });

  it.each([
    ['to who accepts no gzip', long, { 'accept-encoding': 'gzip;q=0, br' }],
    ['to who says nothing of codings', long, {}],
    ['where it is short', 'short', { 'accept-encoding': 'gzip' }],
  ])('is as it is %s', async (_, text, headers) => {
    const { etag, sent } = await ask(text, headers);
    expect(sent.headers).toMatchObject({ vary: 'Accept-Encoding', etag });
    expect(sent.headers).not.toHaveProperty('content-encoding');
    expect(sent.body).toBe(text);
  });

  it.each([
    ['packed', { 'accept-encoding': 'gzip' }],
    ['unpacked', {}],
  ])('is nothing to who has it %s, in whichever coding', async (_, headers) => {
    const { etag } = await ask(long, {});
    for (const known of [etag, etag.replace(/"$/, '-gzip"')]) {
      const { sent } = await ask(long, { ...headers, 'if-none-match': known });
      expect(sent).toMatchObject({ statusCode: 304, body: '' });
      expect(sent.headers).not.toHaveProperty('content-type');
      expect(sent.headers).not.toHaveProperty('content-encoding');
    }
  });
});

// Answers are built once per snapshot and question, and not sent again to who has them.
import { describe, expect, it } from 'vitest';
import { answerOf, createAnswers, isUnchanged } from '../../src/publish/answers.ts';
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
  ])('is known to who sends %s', (_, header, expected) => {
    expect(isUnchanged(header, etag)).toBe(expected);
  });
});

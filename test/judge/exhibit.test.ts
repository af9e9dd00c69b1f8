// One answer as evidence shows it: bounded, and without what would let a reader in.
import { describe, expect, test } from 'vitest';
import { exhibitOf, hidesSecret } from '../../src/judge/exhibit.ts';
import type { Observation } from '../../src/model/round.ts';
import { secret } from '../../src/model/secret.ts';
import { aDeployment, anObservation } from '../fixtures/model.ts';

const guarded = aDeployment({ secrets: [secret('tok/en="1"')] });
const shownOf = (over: Partial<Observation>) => exhibitOf(guarded, anObservation(1_000, over), null);

test('shows what came, when, and how long it took', () => {
  const failure = { kind: 'timeout', phase: 'transfer', code: 'DEADLINE', message: 'no answer' } as const;
  const observation = anObservation(1_000, { failure, body: null, bodyBytes: 7 });
  expect(exhibitOf(guarded, observation, 'timeout')).toEqual({
    atMs: 1_000,
    reason: 'timeout',
    failure,
    status: 200,
    headers: { 'content-type': 'application/json' },
    phases: { connect: 1, first_byte: 15, transfer: 4 },
    durationMs: 20,
    body: null,
    bodyBytes: 7,
  });
});

describe('headers', () => {
  test.each([
    'set-cookie',
    'www-authenticate',
    'proxy-authenticate',
    'authorization',
    'x-api-key',
    'x-csrf-token',
    'x-session-id',
  ])('%s is not shown', (name) => {
    expect(shownOf({ headers: { [name]: 'let-me-in' } }).headers).toEqual({ [name]: '[redacted]' });
  });

  test.each(['server', 'location', 'cache-control', 'etag', 'retry-after'])('%s is', (name) => {
    expect(shownOf({ headers: { [name]: 'value' } }).headers).toEqual({ [name]: 'value' });
  });

  test('are at most 32, of 200 characters, without what cannot be printed', () => {
    const many = Array.from({ length: 50 }, (_, index) => [`x-${index}`, `\u0007${'v'.repeat(300)}`]);
    const headers = Object.entries(shownOf({ headers: Object.fromEntries(many) }).headers);
    expect(headers).toHaveLength(32);
    expect(headers[31]).toEqual(['x-31', `\uFFFD${'v'.repeat(199)}`]);
  });

  test('a name is bounded, and may be that of the prototype', () => {
    const headers = Object.fromEntries([
      ['n'.repeat(300), 'v'],
      ['__proto__', 'w'],
    ]);
    expect(Object.entries(shownOf({ headers }).headers)).toEqual([
      ['n'.repeat(200), 'v'],
      ['__proto__', 'w'],
    ]);
  });
});

describe('the body', () => {
  test.each([
    [4_096, 'x'.repeat(4_096)],
    [4_097, 'x'.repeat(4_096)],
  ])('of %i characters shows its first 4,096', (length, shown) => {
    expect(shownOf({ body: 'x'.repeat(length), bodyBytes: length })).toMatchObject({
      body: shown,
      bodyBytes: length,
    });
  });

  test('is never cut within a character', () => {
    expect(shownOf({ body: `${'x'.repeat(4_095)}😀` }).body).toBe(`${'x'.repeat(4_095)}\uFFFD`);
  });

  test.each([
    ['slashes', String.raw`{"echo":"tok\/en=\"1\""}`],
    ['code points', String.raw`{"echo":"tok/en\u003d\u00221\u0022"}`],
    ['both, cut in two', `{"pad":"${'x'.repeat(4_070)}","echo":"${String.raw`\u0074ok\/en=\"1\"`}"}`],
    ['HTML, as most write it', '<td>tok&#x2F;en&#x3D;&quot;1&quot;</td>'],
    ['HTML in numbers', '<td>tok&#47;en&#61;&#34;1&#034;</td>'],
  ])('is withheld where escapes hide a secret: %s', (_how, body) => {
    expect(shownOf({ body }).body).toBe('[redacted]');
  });

  test('is shown where one hides behind what is shown of it', () => {
    const body = `{"pad":"${'x'.repeat(9_000)}","echo":"${String.raw`tok\/en=\"1\"`}"}`;
    expect(shownOf({ body }).body).toBe(body.slice(0, 4_096));
    expect(hidesSecret(body, guarded.secrets)).toBe(true);
  });

  test('with other escapes is shown', () => {
    const body = String.raw`{"text":"a\/b \u003d \n &lt; &#x110000; &#9999999; &none;"}`;
    expect(shownOf({ body }).body).toBe(body);
    expect(hidesSecret(body, [])).toBe(false);
  });
});

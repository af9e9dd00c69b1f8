// Secrets taken out of texts, in the forms in which a target sends back what it was sent.
import { describe, expect, test } from 'vitest';
import { redactorOf, secret } from '../../src/model/secret.ts';

const hiding = (...values: readonly string[]) => redactorOf(values.map(secret));

describe('a secret is taken out', () => {
  const token = `tok/en="it's" <é>+&1`;
  const clean = hiding(token);

  test.each([
    ['as it is', token],
    ['in JSON', String.raw`tok/en=\"it's\" <é>+&1`],
    ['in JSON that escapes slashes', String.raw`tok\/en=\"it's\" <é>+&1`],
    ['in a URL', "tok%2Fen%3D%22it's%22%20%3C%C3%A9%3E%2B%261"],
    ['in base64', 'dG9rL2VuPSJpdCdzIiA8w6k+KyYx'],
    ['in base64 for URLs', 'dG9rL2VuPSJpdCdzIiA8w6k-KyYx'],
    ['in HTML as lodash writes it', 'tok/en=&quot;it&#39;s&quot; &lt;é&gt;+&amp;1'],
    ['in HTML as Python writes it', 'tok/en=&quot;it&#x27;s&quot; &lt;é&gt;+&amp;1'],
    ['in HTML as Go writes it', 'tok/en=&#34;it&#39;s&#34; &lt;é&gt;+&amp;1'],
  ])('%s', (_form, echo) => {
    expect(clean(`a ${echo} b`)).toBe('a [redacted] b');
  });

  test('with the padding of its base64, and where that is left out', () => {
    expect(hiding('hunter2')('aHVudGVyMg== aHVudGVyMg.')).toBe('[redacted] [redacted].');
  });

  test('with what is not well-formed in it', () => {
    expect(hiding('a\ud800b-token')('x a\ud800b-token a%EF%BF%BDb-token')).toBe('x [redacted] [redacted]');
  });
});

test('the longest first, of all forms of all secrets: none is left in part', () => {
  expect(hiding('key', 'key"1', 'key"1"2')(String.raw`key\"1\"2 key\"1 key key%221%222`)).toBe(
    '[redacted] [redacted] [redacted] [redacted]',
  );
});

test('what a bound would cut in two ends before it, in any form', () => {
  expect(hiding('to"ken')(String.raw`ab to\"ken cd`, 7)).toBe('ab ');
  expect(hiding('to"ken')('ab to%22ken cd', 7)).toBe('ab ');
});

test('other texts are what they were, also without secrets', () => {
  const text = String.raw`to"kem to\"kem to%22kem "" &quot; ==`;
  expect(hiding('to"ken', '')(text)).toBe(text);
  expect(hiding()(text)).toBe(text);
  expect(hiding()(text, 3)).toBe('to"');
});

test('is made once for the secrets of a deployment', () => {
  const secrets = [secret('token')];
  expect(redactorOf(secrets)).toBe(redactorOf(secrets));
  expect(redactorOf([...secrets])).not.toBe(redactorOf(secrets));
});

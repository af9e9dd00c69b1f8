// Endpoints, components, rules, headers and labels: the ways they may be written, and the ways they may not.
import { describe, expect, test } from 'vitest';
import { headerSet } from '../../src/config/deployment-fields.ts';
import { defaultSettings } from '../../src/contract/rules.ts';
import { deploymentOf, entryWith, problemsOf } from './reading.ts';

const wrong = (line: string) =>
  problemsOf(entryWith(line)).map((problem) => problem.replace('deployments[0].', ''));

describe('endpoints', () => {
  test.each([
    [
      'endpoints: [status, foo]',
      '5:25 endpoints[1]: one of status, regions, files, media, incidents, services | "foo"',
    ],
    ['endpoints: [status, status]', '5:25 endpoints[1]: each item once | "status"'],
    ['endpoints: media', '5:16 endpoints: a list or a mapping of endpoints | "media"'],
    ['endpoints: { status: 5s }', '5:26 endpoints.status: a mapping | "5s"'],
    [
      'endpoints: { status: { limit: 5 } }',
      '5:28 endpoints.status.limit: one of the keys interval, timeout, max_body, stale_after | "limit"',
    ],
    [
      'endpoints: { status: , media: { limit: 0 } }',
      '5:44 endpoints.media.limit: a whole number from 1 to 1000 | 0',
    ],
    [
      'endpoints: { status: , media: { cursor: x } }',
      '5:37 endpoints.media.cursor: one of the keys interval, timeout, max_body, stale_after, limit | "cursor"',
    ],
  ])('%s', (line, problem) => {
    expect(wrong(line)).toEqual([problem]);
  });

  test.each(['[status, media]', '[media, status]', '{ media: , status: }', '{ status: {}, media: {} }'])(
    '%s are the same, status first',
    (endpoints) => {
      const { checks } = deploymentOf(entryWith(`endpoints: ${endpoints}`));
      expect(checks.map(({ endpoint }) => endpoint)).toEqual(['status', 'media']);
    },
  );
});

describe('components', () => {
  test.each([
    ['components: API', '5:17 components: a list of names, or { exact: [...] } | "API"'],
    ['components: [API, 1]', '5:23 components[1]: text of 1 to 120 characters, no control characters | 1'],
    ['components: [API, API]', '5:23 components[1]: each item once | "API"'],
    [
      `components: [${'x'.repeat(121)}]`,
      `5:18 components[0]: text of 1 to 120 characters, no control characters | "${'x'.repeat(98)}…`,
    ],
    [
      'components: { exact: [""] }',
      '5:27 components.exact[0]: text of 1 to 120 characters, no control characters | ""',
    ],
    ['components: { exact: [], more: 1 }', '5:30 components.more: one of the keys exact | "more"'],
    ['components: {}', '5:17 components.exact: a list of 0 to 1000 | nothing'],
  ])('%s', (line, problem) => {
    expect(wrong(line)).toEqual([problem]);
  });

  test('an exact list warns of more, unless the rule is set', () => {
    const exact = 'components: { exact: [API] }';
    expect(deploymentOf(entryWith(exact))).toMatchObject({
      components: { expected: ['API'], exact: true },
      rules: { 'meaning.components_extra': 'warning' },
    });
    const { rules } = deploymentOf(entryWith(exact, 'rules: { meaning.components_extra: off }'));
    expect(rules).toEqual({ ...defaultSettings, 'meaning.components_extra': 'off' });
  });
});

describe('rules', () => {
  test.each([
    ['rules: { shape.type: no }', '5:26 rules["shape.type"]: one of error, warning, info, off | "no"'],
    [
      'rules: { meaning.version: warning }',
      '5:31 rules["meaning.version"]: error, which this rule always has | "warning"',
    ],
    [
      'rules: { shape: off }',
      expect.stringMatching(/^5:14 rules\.shape: one of the keys transport\.status, .* \| "shape"$/),
    ],
  ])('%s', (line, problem) => {
    expect(wrong(line)).toEqual([problem]);
  });

  test('a fixed rule may be set to what it is', () => {
    expect(deploymentOf(entryWith('rules: { shape.json: error, shape.type: off }')).rules).toEqual({
      ...defaultSettings,
      'shape.type': 'off',
    });
  });
});

describe('headers', () => {
  const value = 'text of at most 8192 characters, no control characters (quote numbers)';
  test.each([
    [
      'headers: { "a b": c }',
      '5:16 headers.[redacted]: a header name: letters, digits and hyphens | [redacted]',
    ],
    [
      'headers: { Authorization:Bearer-x }',
      '5:16 headers.[redacted]: a header name: letters, digits and hyphens | [redacted]',
    ],
    [
      'headers: { Content-Length: "1" }',
      '5:16 headers.Content-Length: a header other than those of connection and framing | "Content-Length"',
    ],
    ['headers: { X-A: 1 }', `5:21 headers.X-A: ${value} | [redacted]`],
    ['headers: { X-A: "a\\r\\nb" }', `5:21 headers.X-A: ${value} | [redacted]`],
    ['headers: { X-A: "ключ" }', `5:21 headers.X-A: ${value} | [redacted]`],
    ['headers: { X-A: a, x-a: b }', '5:24 headers.x-a: each header once, whatever its case | "x-a"'],
    ['headers: "Authorization: Bearer x"', '5:14 headers: a mapping of at most 50 keys | [redacted]'],
  ])('%s', (line, problem) => {
    expect(wrong(line)).toEqual([problem]);
  });

  const takes = (name: string, content: string) => headerSet.safeParse({ [name]: content }).success;
  test('names are those of RFC 9110 section 5.1', () => {
    const right = ['Authorization', "x!#$%&'*+.^_`|~1", 'accept'];
    const others = ['', 'a b', 'a:b', 'é', 'a\n', 'x'.repeat(101)];
    expect([...right, ...others].filter((name) => takes(name, 'a'))).toEqual(right);
  });

  test('values are those of RFC 9110 section 5.5', () => {
    const right = ['', 'Bearer a\tb', 'caf\u00e9', 'x'.repeat(8_192)];
    const others = ['a\0b', 'a\u007fb', 'a\r\nb: c', '\u20ac', 'x'.repeat(8_193)];
    expect([...right, ...others].filter((content) => takes('X-A', content))).toEqual(right);
  });

  test.each([
    'Connection',
    'KEEP-ALIVE',
    'transfer-encoding',
    'Accept-Encoding',
    'TE',
    'Upgrade',
    'Proxy-Authorization',
    'Expect',
  ])('%s belongs to the prober', (name) => {
    expect(wrong(`headers: { ${name}: a }`)).toHaveLength(1);
  });

  test('names are kept in lower case, Host and User-Agent allowed', () => {
    const { connection } = deploymentOf(entryWith('headers: { Host: a.test, User-Agent: me/1 }'));
    expect(Object.entries(connection.headers).map(([name, kept]) => [name, kept.reveal()])).toEqual([
      ['host', 'a.test'],
      ['user-agent', 'me/1'],
    ]);
  });
});

describe('labels', () => {
  const name = 'a Prometheus label name, not beginning with __';
  test.each([
    ['labels: { job: a }', '5:15 labels.job: a label name that is not built in | "job"'],
    ['labels: { base_url: a }', '5:15 labels.base_url: a label name that is not built in | "base_url"'],
    ['labels: { __a: a }', `5:15 labels.__a: ${name} | "__a"`],
    ['labels: { a-b: a }', `5:15 labels.a-b: ${name} | "a-b"`],
    ['labels: { 1a: a }', `5:15 labels.1a: ${name} | "1a"`],
    [
      'labels: { tier: 1 }',
      '5:21 labels.tier: text of at most 120 characters, no control characters (quote numbers) | 1',
    ],
  ])('%s', (line, problem) => {
    expect(wrong(line)).toEqual([problem]);
  });

  test('twenty at most', () => {
    const all = Array.from({ length: 21 }, (_, n) => `l${n}: x`).join(', ');
    expect(wrong(`labels: { ${all} }`)).toEqual(['5:13 labels: a mapping of at most 20 keys | a mapping']);
  });
});

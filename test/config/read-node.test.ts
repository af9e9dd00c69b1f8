// Anchors, merge keys and x- keys work; what only looks like YAML, or grows without end, is a problem.
import { expect, test } from 'vitest';
import { readSource } from '../../src/config/source.ts';
import { deploymentOf, outsideOf, problemsOf } from './reading.ts';

const read = (text: string) => readSource(text, outsideOf({ env: { WORD: 'secret' } }));
const plain = (text: string): unknown => JSON.parse(JSON.stringify(read(text).root));

test.each([
  ['an alias', 'a: &x [1, 2]\nb: *x', { a: [1, 2], b: [1, 2] }],
  ['a merge key', 'a: &x { k: 1, l: 2 }\nb: { <<: *x, l: 3 }', { a: { k: 1, l: 2 }, b: { k: 1, l: 3 } }],
  [
    'a merge key after what it would replace',
    'a: &x { k: 1 }\nb: { k: 2, <<: *x }',
    { a: { k: 1 }, b: { k: 2 } },
  ],
  ['several merges, the first winning', 'a: { <<: [{ k: 1 }, { k: 2, l: 3 }] }', { a: { k: 1, l: 3 } }],
  [
    'a merge of a merge',
    'a: &x { k: 1 }\nb: &y { <<: *x }\nc: { <<: *y }',
    { a: { k: 1 }, b: { k: 1 }, c: { k: 1 } },
  ],
  [
    'the anchor as it is where the merge stands',
    'a: { <<: &x { k: 1 } }\nb: { <<: *x, z: &x 2 }',
    { a: { k: 1 }, b: { k: 1, z: 2 } },
  ],
  ['a quoted << as any key', 'a: { "<<": 1 }', { a: { '<<': 1 } }],
  ['words of YAML 1.1 as text', 'a: [no, off, yes, 1:30]', { a: ['no', 'off', 'yes', '1:30'] }],
  ['words of YAML 1.1 as text, whatever the file claims', '%YAML 1.1\n---\na: no', { a: 'no' }],
  ['an unknown directive as none, as YAML says', '%FOO bar\n---\na: 1', { a: 1 }],
  ['a number as a key as text', '1: a', { 1: 'a' }],
])('%s', (_what, text, value) => {
  expect(read(text).problems).toEqual([]);
  expect(plain(text)).toEqual(value);
});

test.each([
  ['a key twice', 'agent: {}\nstore: {}\nagent: {}', '3:1 agent: each key once | "agent"'],
  [
    'a key that JavaScript keeps for itself',
    'agent: { __proto__: { name: x } }',
    '1:10 agent.__proto__: another key | "__proto__"',
  ],
  ['another one', 'agent: { constructor: x }', '1:10 agent.constructor: another key | "constructor"'],
  ['an alias to nothing', 'agent: *x', '1:8 agent: an alias to an anchor before it | an alias'],
  [
    'an alias to what it stands in',
    'x-a: &a [*a]',
    '1:10 x-a[0]: an alias to what ends before it | an alias',
  ],
  [
    'a merge of what is no mapping',
    'agent: { <<: [1] }',
    '1:14 agent["<<"]: a mapping, or a list of them | something else',
  ],
  ['merging twice', 'agent: { <<: {}, <<: {} }', '1:18 agent["<<"]: each key once | "<<"'],
])('%s is refused', (_what, text, problem) => {
  expect(problemsOf(text)).toEqual([problem]);
});

test('a prototype key pollutes nothing', () => {
  const { root } = read('__proto__: { polluted: 1 }\na: { constructor: { prototype: { polluted: 1 } } }');
  expect(Object.getPrototypeOf(root)).toBeNull();
  expect(Object.keys(Object.prototype)).toEqual([]);
});

test('aliases that multiply are refused, and quickly', () => {
  const levels = Array.from(
    { length: 12 },
    (_, n) => `x-${n}: &a${n} [${Array(10).fill(n === 0 ? '1' : `*a${n - 1}`)}]`,
  );
  const problems = problemsOf(levels.join('\n'));
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(/^7:\d+ x-6\[\d\]: aliases that expand to at most 10000000 values \| more$/);
});

test('one anchor may serve a thousand deployments', () => {
  const entries = Array.from(
    { length: 1_000 },
    (_, n) => `  - { <<: *base, id: d${n}, base_url: "http://d.test" }`,
  );
  expect(problemsOf(['x-base: &base { kind: media }', 'deployments:', ...entries].join('\n'))).toEqual([]);
});

test.each([40, 100_000])('%d levels of nesting are refused', (depth) => {
  const [problem = '', ...more] = problemsOf(['x-a: ', '['.repeat(depth), ']'.repeat(depth)].join(''));
  expect(more).toEqual([]);
  expect(problem).toMatch(/at most 32 levels|valid YAML \| nesting without end/);
});

test('what is written in an anchor has its place there', () => {
  const text =
    'x-a: &a\n  interval: 5\ndeployments:\n  - { <<: *a, id: a, base_url: "http://a", kind: media }';
  expect(problemsOf(text)).toEqual([expect.stringMatching(/^2:13 deployments\[0\]\.interval: /)]);
});

test('a reference behind an alias is resolved, and kept as a secret', () => {
  const text = `x-w: &w "\${env:WORD}"\ndeployments: [{ id: a, base_url: "http://a", kind: media, name: *w }]`;
  const { name, secrets } = deploymentOf(text, { env: { WORD: 'secret' } });
  expect(name).toBe('[redacted]');
  expect(secrets.map(({ reveal }) => reveal())).toEqual(['secret']);
});

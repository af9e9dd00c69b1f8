// Deployments together: names and ids of their own, and one's problem never hides another's.
import { expect, test } from 'vitest';
import { configOf, problemsOf } from './reading.ts';

const fleet = (...entries: readonly string[]) =>
  [
    'deployments:',
    ...entries.map((entry) => `  - { base_url: "http://a.test", kind: media, ${entry} }`),
  ].join('\n');

test.each([
  [
    'an id twice',
    ['id: a', 'id: b', 'id: a'],
    ['4:51 deployments[2].id: an id of its own: deployments[0] on line 2 has this one | "a"'],
  ],
  [
    'an id thrice',
    ['id: a', 'id: a', 'id: a'],
    [
      '3:51 deployments[1].id: an id of its own: deployments[0] on line 2 has this one | "a"',
      '4:51 deployments[2].id: an id of its own: deployments[0] on line 2 has this one | "a"',
    ],
  ],
  [
    'a name twice',
    ['id: a, name: N', 'id: b, name: N'],
    ['3:60 deployments[1].name: a name of its own: deployments[0] on line 2 has this one | "N"'],
  ],
  [
    'a name that is the id of another',
    ['id: a', 'id: b, name: a'],
    ['3:60 deployments[1].name: a name of its own: deployments[0] on line 2 has this one | "a"'],
  ],
  [
    'an id that is the name of another',
    ['id: a, name: b', 'id: b'],
    ['3:51 deployments[1].id: a name of its own: deployments[0] on line 2 has this one | "b"'],
  ],
  [
    'an id of one that is not enabled',
    ['id: a, enabled: false', 'id: a'],
    ['3:51 deployments[1].id: an id of its own: deployments[0] on line 2 has this one | "a"'],
  ],
  ['ids that only look alike', ['id: a-1', 'id: a--1', 'id: a1'], []],
])('%s', (_what, entries, problems) => {
  expect(problemsOf(fleet(...entries))).toEqual(problems);
});

test('all problems at once, in the order of the file', () => {
  const text = [
    'store: { history: 1h }',
    fleet('id: A', 'id: b, timeout: 45s, endpoints: [status]', 'id: c, name: b', 'id: b'),
    '  - 5',
    'agent: { nope: 1 }',
  ].join('\n');
  expect(problemsOf(text).map((problem) => problem.split(': ')[0])).toEqual([
    '1:19 store.history',
    '3:51 deployments[0].id',
    '4:63 deployments[1].timeout',
    '5:60 deployments[2].name',
    '6:51 deployments[3].id',
    '7:5 deployments[4]',
    '8:10 agent.nope',
  ]);
});

test('what follows from a wrong default is not said of every deployment', () => {
  expect(problemsOf(`defaults: { kind: 5 }\ndeployments: [{ id: a, base_url: "http://a" }]`)).toHaveLength(1);
});

test('deployments keep their order', () => {
  const ids = configOf(fleet('id: b', 'id: a, enabled: false', 'id: c')).deployments.map(({ id }) => id);
  expect(ids).toEqual(['b', 'c']);
});

test('ten thousand deployments share what is the same', () => {
  const entries = Array.from({ length: 10_000 }, (_, n) => `id: d${n}`);
  const { deployments } = configOf(`${fleet(...entries)}\ndefaults: { headers: { X-A: same-for-all } }`);
  expect(deployments).toHaveLength(10_000);
  expect(deployments[0]?.secrets[0]).toBe(deployments[9_999]?.secrets[0]);
});

// Nothing that came from outside, and no header, is ever shown; what must be shown may not come from outside.
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Secret } from '../../src/model/secret.ts';
import { configOf, deploymentOf, entryWith, problemsOf } from './reading.ts';

const env = {
  TOKEN: 'hunter2-token',
  SHORT: 'abc',
  NAME: 'Acme Storage',
  HOST: 'secret-host.test',
  PATHPART: 'tenant-77',
};
const revealed = (all: readonly Secret[]) => all.map(({ reveal }) => reveal());

describe('secrets of a deployment', () => {
  test.each([
    [
      'what was substituted, and the whole header',
      [`headers: { Authorization: "Bearer \${env:TOKEN}" }`],
      ['hunter2-token', 'Bearer hunter2-token'],
    ],
    [
      'substituted values from 6 characters',
      [`labels: { a: "\${env:SHORT}", b: "\${env:NAME}" }`],
      ['Acme Storage'],
    ],
    [
      'literal headers from 8 characters',
      ['headers: { X-A: 1234567, X-B: "12345678", X-C: a-longer-one }'.replace('1234567,', '"1234567",')],
      ['12345678', 'a-longer-one'],
    ],
    ['each once', [`headers: { X-A: "\${env:TOKEN}", X-B: "\${env:TOKEN}" }`], ['hunter2-token']],
    ['none', [], []],
    [
      'a token behind its scheme, alone too',
      ["headers: { Authorization: 'Bearer written-out-987' }"],
      ['Bearer written-out-987', 'written-out-987'],
    ],
  ])('%s', (_what, lines, secrets) => {
    expect(revealed(deploymentOf(entryWith(...lines), { env }).secrets)).toEqual(secrets);
  });

  test('include what it inherits, and nothing of another kind or deployment', () => {
    const text = [
      `defaults: { headers: { X-A: "\${env:TOKEN}" } }`,
      `kinds: { media: { labels: { a: "\${env:NAME}" } }, compute: { labels: { a: "\${env:HOST}" } } }`,
      entryWith(),
      `  - { id: b, base_url: "http://b.test/\${env:PATHPART}", kind: compute }`,
    ].join('\n');
    const [a, b] = configOf(text, { env }).deployments;
    expect(revealed(a?.secrets ?? [])).toEqual(['hunter2-token', 'Acme Storage']);
    expect(revealed(b?.secrets ?? [])).toEqual(['tenant-77', 'hunter2-token', 'secret-host.test']);
    expect(a?.secrets[0]).toBe(b?.secrets[1]);
  });
});

test('every substituted value is a secret of the configuration, whatever its length and place, longest first', () => {
  const text = [
    `agent: { name: "\${env:NAME}", listen: ["127.0.0.1:\${env:PORT}"] }`,
    `store: { path: "\${env:EMPTY}data/\${env:SHORT}" }`,
    `x-unused: "\${env:HOST}"`,
    'deployments:',
    `  - { id: a, base_url: "http://a", kind: media, enabled: false, name: "\${env:NAME}" }`,
  ].join('\n');
  const { secrets } = configOf(text, { env: { ...env, PORT: '0', EMPTY: '' } });
  expect(revealed(secrets)).toEqual(['secret-host.test', 'Acme Storage', 'abc', '0']);
  expect(JSON.stringify(secrets)).not.toContain('abc');
  expect(configOf('{}').secrets).toEqual([]);
});

test('people see [redacted], the prober the real thing', () => {
  const text = [
    `agent: { name: "\${env:NAME}", region: { name: "in \${env:NAME}" } }`,
    'deployments:',
    `  - { id: a, name: "A \${env:NAME}", base_url: "http://\${env:HOST}/\${env:PATHPART}/", kind: media, labels: { l: "\${env:NAME}" } }`,
  ].join('\n');
  const { agent, deployments } = configOf(text, { env });
  expect([agent.name, agent.vantage.name]).toEqual(['[redacted]', 'in [redacted]']);
  expect(deployments[0]).toMatchObject({
    name: 'A [redacted]',
    baseUrl: 'http://[redacted]/[redacted]/',
    labels: { l: '[redacted]' },
    connection: { origin: 'http://secret-host.test' },
  });
  expect(deployments[0]?.checks[0]?.target).toBe('/tenant-77/api/v1/status');
});

test('durations and sizes may come from outside too', () => {
  const lines = [`interval: "\${env:EVERY}"`, `max_body: "\${env:SIZE}"`];
  const { checks } = deploymentOf(entryWith(...lines), { env: { EVERY: '20s', SIZE: '2KiB' } });
  expect(checks[0]).toMatchObject({ intervalMs: 20_000, maxBodyBytes: 2_048 });
});

const written = `text written out: it is shown, and what comes from \${…} never is`;
test.each([
  [`agent: { region: { code: "\${env:X}" } }`, `1:26 agent.region.code: ${written} | "\${env:X}"`],
  [`agent: { region: { country: "\${env:Y}" } }`, `1:29 agent.region.country: ${written} | "\${env:Y}"`],
  [
    `deployments: [{ id: "a\${env:X}", base_url: "http://a", kind: media }]`,
    `1:21 deployments[0].id: ${written} | "a\${env:X}"`,
  ],
  [
    entryWith(`components: [API, "\${env:Y}"]`),
    `5:23 deployments[0].components[1]: ${written} | "\${env:Y}"`,
  ],
  [
    entryWith(`components: { exact: ["\${env:Y}"] }`),
    `5:27 deployments[0].components.exact[0]: ${written} | "\${env:Y}"`,
  ],
  [`kinds: { k: { components: ["\${env:Y}"] } }`, `1:28 kinds.k.components[0]: ${written} | "\${env:Y}"`],
  [
    entryWith(`expect: { components: [API, "\${env:Y}"] }`),
    `5:33 deployments[0].expect.components[1]: ${written} | "\${env:Y}"`,
  ],
  [
    entryWith(`expect: { words: { media: { "data[].status": ["x\${env:Y}"] } } }`),
    `5:51 deployments[0].expect.words.media["data[].status"][0]: ${written} | "x\${env:Y}"`,
  ],
  [
    `defaults: { expect: { components: ["\${env:Y}"] } }\n${entryWith()}`,
    `1:36 defaults.expect.components[0]: ${written} | "\${env:Y}"`,
  ],
  [`defaults: { kind: "\${env:Z}" }`, `1:19 defaults.kind: ${written} | "\${env:Z}"`],
])('%s is refused', (text, problem) => {
  expect(problemsOf(text, { env: { X: 'fra1', Y: 'ZZ', Z: 'media' } })).toEqual([problem]);
});

test('a value that is wrong is shown as it is written', () => {
  const [problem] = problemsOf(entryWith(`interval: "\${env:TOKEN}"`), { env });
  expect(problem).toMatch(/^5:15 deployments\[0\]\.interval: .* \| "\$\{env:TOKEN\}"$/);
});

test('a reference that cannot be resolved is one problem', () => {
  expect(problemsOf(entryWith(`interval: "\${env:NONE}"`, `name: "\${file:none}"`))).toEqual([
    '5:15 deployments[0].interval: the environment variable NONE to be set | none of that name',
    '6:11 deployments[0].name: a readable file none | no such file',
  ]);
});

test('no secret is in what a configuration prints as', () => {
  const lines = [
    `headers: { Authorization: "Bearer \${env:TOKEN}", X-Key: literal-key }`,
    `proxy: "http://u:\${env:TOKEN}@p"`,
    `labels: { l: "\${env:TOKEN}" }`,
    `name: "\${env:TOKEN}"`,
  ];
  const config = configOf(entryWith(...lines), { env });
  for (const printed of [
    JSON.stringify(config),
    inspect(config, { depth: null, showHidden: true }),
    String(config),
  ]) {
    expect(printed).not.toContain('hunter2');
    expect(printed).not.toContain('literal-key');
  }
});

test('no secret is in a problem, wherever it was put by mistake', () => {
  const lines = [
    'headers: { "Bearer hunter2-token": , X-A: [hunter2-token], Authorization:hunter2-token }',
    'proxy: [hunter2-token]',
    'tls: { key: 5, nope: hunter2-token }',
    `interval: "\${env:TOKEN}"`,
    'token: hunter2-token',
  ];
  const problems = problemsOf(entryWith(...lines), { env });
  expect(problems.length).toBeGreaterThanOrEqual(7);
  expect(problems.join('\n')).not.toContain('hunter2');
});

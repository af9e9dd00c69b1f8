// The sections together, and the digest over them.
import { expect, test } from 'vitest';
import { certificatePem } from './certificate.ts';
import { configOf, entryWith } from './reading.ts';

test('agent, store and metrics as they are configured', () => {
  const text = [
    'agent: { name: picket-fra1, listen: ["127.0.0.1:0", "[::1]:0"], base_path: /picket/, max_in_flight: 5, reload_every: 30s,',
    '  egress: { canaries: ["a.test:443", "[::1]:53"], share: 33.3% },',
    '  region: { code: fra1, name: Frankfurt, zone: eu-central, country: DE } }',
    'store: { path: ":memory:", history: 90d }',
    'metrics: { state_set: true }',
  ].join('\n');
  expect(configOf(text)).toMatchObject({
    agent: {
      name: 'picket-fra1',
      vantage: { code: 'fra1', name: 'Frankfurt', zone: 'eu-central', country: 'DE' },
      listen: ['127.0.0.1:0', '[::1]:0'],
      basePath: '/picket',
      maxInFlight: 5,
      reloadEveryMs: 30_000,
      egress: { canaries: ['a.test:443', '[::1]:53'], share: 0.333 },
    },
    store: { path: ':memory:', historyMs: 90 * 86_400_000 },
    metrics: { stateSet: true },
  });
});

test('without a word on it no canary is asked, and half of the fleet is its share', () => {
  expect(configOf(entryWith()).agent.egress).toEqual({ canaries: [], share: 0.5 });
});

test('the hash tells another text, and another value from outside', () => {
  const text = entryWith(`headers: { X-A: "\${env:TOKEN}" }`);
  const hash = (source: string, TOKEN: string) => configOf(source, { env: { TOKEN } }).hash;
  expect(hash(text, 'one')).toMatch(/^[0-9a-f]{16}$/);
  expect(hash(text, 'one')).toBe(hash(text, 'one'));
  expect(hash(text, 'one')).not.toBe(hash(text, 'two'));
  expect(hash(text, 'one')).not.toBe(hash(`${text}# more`, 'one'));
});

const renewed = `# renewed\n${certificatePem}`;
test.each([
  ['of a CA', 'base_url: "https://a.test", tls: { ca: named }', certificatePem, renewed],
  [
    'of a CA that plain http does not use',
    'base_url: "http://a.test", tls: { ca: named }',
    certificatePem,
    renewed,
  ],
  [
    'of a CA of a deployment that is not enabled',
    'base_url: "https://a.test", tls: { ca: named }, enabled: false',
    certificatePem,
    renewed,
  ],
  ['of a reference', `base_url: "http://a.test", headers: { X-A: "\${file:named}" }`, 'one', 'two'],
])('the hash tells another content %s', (_what, own, before, after) => {
  const hash = (named: string) =>
    configOf(`deployments: [{ id: a, kind: media, ${own} }]`, { files: { named } }).hash;
  expect(hash(before)).toBe(hash(before));
  expect(hash(before)).not.toBe(hash(after));
});

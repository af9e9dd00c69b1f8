// One row for each way an option can be wrong, with its place and what was expected.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { sections } from '../../src/config/schema.ts';
import { configOf, deploymentOf, entryWith, problemsOf } from './reading.ts';

const duration = (range: string, example: string) => `a duration from ${range}, such as "${example}"`;
const interval = duration('1s to 1d in steps of 1s', '30s');

test.each([
  ['interval: 5', '5:15', 'interval', interval, '5'],
  ['interval: 1500ms', '5:15', 'interval', interval, '"1500ms"'],
  ['interval: 0s', '5:15', 'interval', interval, '"0s"'],
  ['interval: 2d', '5:15', 'interval', interval, '"2d"'],
  ['interval: 1.5m', '5:15', 'interval', interval, '"1.5m"'],
  ['interval:', '5:14', 'interval', interval, 'nothing'],
  ['interval: [5s]', '5:15', 'interval', interval, 'a list'],
  ['timeout: 9ms', '5:14', 'timeout', duration('10ms to 1h', '5s'), '"9ms"'],
  ['keep_alive: 61m', '5:17', 'keep_alive', duration('0s to 1h', '5m'), '"61m"'],
  ['degraded_above: on', '5:21', 'degraded_above', `${duration('1ms to 1h', '800ms')}, or off`, '"on"'],
  ['confirm: { failures: 0 }', '5:26', 'confirm.failures', 'a whole number from 1 to 10', '0'],
  ['confirm: { successes: 11 }', '5:27', 'confirm.successes', 'a whole number from 1 to 10', '11'],
  ['confirm: { failures: "2" }', '5:26', 'confirm.failures', 'a whole number from 1 to 10', '"2"'],
  ['confirm: { recheck_after: 5 }', '5:31', 'confirm.recheck_after', duration('0s to 1h', '5s'), '5'],
  ['confirm: 2', '5:14', 'confirm', 'a mapping', '2'],
  ['max_body: 1GiB', '5:15', 'max_body', 'a size from 1KiB to 64MiB, such as "1MiB"', '"1GiB"'],
  ['max_body: 65MiB', '5:15', 'max_body', 'a size from 1KiB to 64MiB, such as "1MiB"', '"65MiB"'],
  ['max_components: 1001', '5:21', 'max_components', 'a whole number from 1 to 1000', '1001'],
  ['stale_after: 1', '5:18', 'stale_after', 'a whole number from 2 to 100', '1'],
  ['stale_after: 2.5', '5:18', 'stale_after', 'a whole number from 2 to 100', '2.5'],
  ['version: v3', '5:14', 'version', 'one of v1, v2', '"v3"'],
  ['ip_family: 5', '5:16', 'ip_family', 'one of auto, 4, 6', '5'],
  ['critical: no', '5:15', 'critical', 'true or false', '"no"'],
  ['enabled: yes', '5:14', 'enabled', 'true or false', '"yes"'],
  [
    'slo: { availability: 100% }',
    '5:26',
    'slo.availability',
    'a percentage above 0% and below 100%, such as 99.9%',
    '"100%"',
  ],
  [
    'slo: { availability: 0.0% }',
    '5:26',
    'slo.availability',
    'a percentage above 0% and below 100%, such as 99.9%',
    '"0.0%"',
  ],
  [
    'slo: { availability: 0.999 }',
    '5:26',
    'slo.availability',
    'a percentage above 0% and below 100%, such as 99.9%',
    '0.999',
  ],
  ['slo: { latency: 0.5s }', '5:21', 'slo.latency', duration('1ms to 1h', '500ms'), '"0.5s"'],
  ['name: ""', '5:11', 'name', 'text of 1 to 120 characters, no control characters', '""'],
  ['name: 5', '5:11', 'name', 'text of 1 to 120 characters, no control characters', '5'],
])('%s', (line, place, path, expected, observed) => {
  expect(problemsOf(entryWith(line))).toEqual([`${place} deployments[0].${path}: ${expected} | ${observed}`]);
});

test.each([
  [
    'agent: { nmae: x }',
    '1:10 agent.nmae: one of the keys name, region, listen, base_path, max_in_flight, reload_every, egress (did you mean name?) | "nmae"',
  ],
  [
    'agent: { reload_every: 999ms }',
    `1:24 agent.reload_every: ${duration('1s to 1d', '30s')}, or off | "999ms"`,
  ],
  [
    'agent: { egress: { canaries: [a] } }',
    '1:31 agent.egress.canaries[0]: host:port, such as one.one.one.one:443 or [2606:4700:4700::1111]:443 | "a"',
  ],
  ['agent: { egress: { canaries: a:1 } }', '1:30 agent.egress.canaries: a list of 0 to 16 | "a:1"'],
  [
    'agent: { egress: { share: 100% } }',
    '1:27 agent.egress.share: a percentage above 0% and below 100%, such as 50% | "100%"',
  ],
  ['agent: { max_in_flight: 0 }', '1:25 agent.max_in_flight: a whole number from 1 to 100000 | 0'],
  [
    'agent: { region: { code: FRA1 } }',
    '1:26 agent.region.code: lower-case letters followed by a digit | "FRA1"',
  ],
  ['agent: { region: { zone: eu } }', '1:26 agent.region.zone: a lower-case, hyphenated zone | "eu"'],
  [
    'agent: { region: { country: de } }',
    '1:29 agent.region.country: a two-letter upper-case country code | "de"',
  ],
  ['agent: { region: { country: 5 } }', '1:29 agent.region.country: a string | 5'],
  ['agent: { listen: [] }', '1:18 agent.listen: a list of 1 to 16 | a list'],
  ['agent: { listen: 7425 }', '1:18 agent.listen: host:port, or a list of them | 7425'],
  ['store: { history: 23h }', `1:19 store.history: ${duration('1d to 3650d', '400d')} | "23h"`],
  ['store: { path: "" }', '1:16 store.path: a path | ""'],
  ['metrics: { state_set: 1 }', '1:23 metrics.state_set: true or false | 1'],
  ['status_words: { Down: operational }', '1:17 status_words.Down: a word that is not built in | "Down"'],
  [
    'status_words: { brown: green }',
    '1:24 status_words.brown: one of operational, under_maintenance, unknown, degraded_performance, partial_outage, major_outage | "green"',
  ],
  [
    'status_words: { a b: unknown, A-B: unknown }',
    '1:31 status_words.A-B: each word once, case, blanks and hyphens apart | "A-B"',
  ],
  ['kinds: { custom: {} }', '1:10 kinds.custom: another name: custom means no kind | "custom"'],
  [
    'kinds: { queue: { base_url: x } }',
    expect.stringMatching(/^1:19 kinds\.queue\.base_url: one of the keys version, .* \| "base_url"$/),
  ],
  ['defaults: { id: x }', expect.stringMatching(/^1:13 defaults\.id: one of the keys kind, .* \| "id"$/)],
  [
    'notify: {}',
    '1:1 notify: one of the keys agent, store, metrics, defaults, status_words, kinds, deployments | "notify"',
  ],
  ['deployments: {}', '1:14 deployments: a list of at most 100000 | a mapping'],
])('%s', (text, problem) => {
  expect(problemsOf(text)).toEqual([problem]);
});

test.each(['web', 'maintenance', 'auth', 'discovery', 'nope'])('%s is no key of a deployment yet', (key) => {
  const unknown = new RegExp(
    `^5:5 deployments\\[0\\]\\.${key}: one of the keys id, name, base_url, .* \\| "${key}"$`,
  );
  expect(problemsOf(entryWith(`${key}: {}`))).toEqual([expect.stringMatching(unknown)]);
});

test('a missing key has the place of the mapping that lacks it', () => {
  expect(problemsOf('deployments:\n  - kind: media\n    name: x')).toEqual([
    '2:5 deployments[0].id: lower-case letters, digits and hyphens, at most 63, the first no hyphen | nothing',
    '2:5 deployments[0].base_url: an http or https URL without user, query or fragment | nothing',
  ]);
});

test('a key with nothing behind it is an empty mapping', () => {
  const text = 'agent:\nstore:\nmetrics:\ndefaults:\nkinds:\nstatus_words:\ndeployments:\n';
  expect(configOf(text)).toEqual({ ...configOf('agent: {}'), hash: expect.any(String) });
  expect(
    deploymentOf(entryWith('confirm:', 'labels:', 'headers:', 'tls:', 'slo:', 'rules:')).confirm.failures,
  ).toBe(2);
});

test('x- keys stand at every level, and are headers among headers', () => {
  const { connection, labels } = deploymentOf(
    entryWith(
      'x-note: 1',
      'confirm: { x-a: 1 }',
      'labels: { x-a: 1 }',
      'headers: { x-a: one }',
      'rules: { x-a: 1 }',
    ),
  );
  expect(Object.keys(connection.headers)).toEqual(['x-a']);
  expect(labels).toEqual({});
});

test('the defaults of agent, store and metrics', () => {
  const { agent, store, metrics } = configOf('{}');
  expect(agent).toEqual({
    name: 'host-1',
    vantage: { code: 'local0', name: 'Local', zone: 'local-zone', country: 'ZZ' },
    listen: ['127.0.0.1:7425'],
    basePath: '/',
    maxInFlight: 1_000,
    reloadEveryMs: null,
    egress: { canaries: [], share: 0.5 },
  });
  expect(store).toEqual({ path: 'data/picket.db', historyMs: 400 * 86_400_000 });
  expect(metrics).toEqual({ stateSet: false });
});

test('a region that is only named by its code', () => {
  expect(configOf('agent: { region: { code: fra1, country: NO } }').agent.vantage).toEqual({
    code: 'fra1',
    name: 'fra1',
    zone: 'local-zone',
    country: 'NO',
  });
});

test('words are kept as they are compared', () => {
  const text = `status_words: { Brown-Out: partial_outage }\n${entryWith()}`;
  expect(deploymentOf(text).statusWords).toEqual({ brown_out: 'partial_outage' });
});

test('the schema can be written as JSON schema', () => {
  const shape = z.object(sections);
  expect(JSON.stringify(z.toJSONSchema(shape, { io: 'input' }))).toContain('"max_in_flight":{"default":1000');
});

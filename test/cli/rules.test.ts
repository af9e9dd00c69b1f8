// `picket rules`: what it prints, writes and refuses.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { rules } from '../../src/cli/rules.ts';
import { capture } from './captured.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'picket-rules-cli-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => vi.restoreAllMocks());

async function run(options: Parameters<typeof rules>[0]) {
  const { out, told } = capture();
  const code = await rules(options);
  return { code, out: out(), told: told() };
}

const shipped = ['picket-records.yaml', 'picket-alerts.yaml'].map((name) => ({
  name,
  text: readFileSync(join(root, 'config/stack/prometheus/rules', name), 'utf8'),
}));

test('without options it prints the rules that are shipped, as one file', async () => {
  const { code, out, told } = await run({});
  expect({ code, told }).toEqual({ code: 0, told: '' });
  expect(parse(out).groups).toEqual(shipped.flatMap(({ text }) => parse(text).groups));
});

test('--out writes the files that are shipped', async () => {
  const into = join(folder, 'new', 'rules');
  const { code, out } = await run({ out: into });
  expect(code).toBe(0);
  expect(out).toBe(shipped.map(({ name }) => `${join(into, name)}\n`).join(''));
  for (const { name, text } of shipped) expect(readFileSync(join(into, name), 'utf8')).toBe(text);
});

test('--job, --runbook-url and --dashboard-url take the place of the defaults everywhere', async () => {
  const { out } = await run({
    job: 'job="probes", cluster=~"a|b"',
    runbookUrl: 'https://wiki.test/picket/',
    dashboardUrl: 'https://grafana.test/sub',
  });
  expect(out).toContain('up{job="probes", cluster=~"a|b"} == 0');
  expect(out).not.toContain('.*picket.*');
  expect(out).toContain('runbook_url: https://wiki.test/picket#picketdeploymentdown');
  expect(out).toContain('dashboard_url: https://grafana.test/sub/d/picket-agent?');
  expect(out).not.toMatch(/picket\.example|localhost/);
});

test('--config follows the configuration, and says what the rules cannot do for it', async () => {
  const config = join(folder, 'picket.yaml');
  const entry =
    '{ id: a, base_url: "http://a.test", kind: media, interval: 10m, labels: { tier: gold }, critical: false, slo: { availability: 99% } }';
  writeFileSync(config, `deployments: [${entry}]`);
  const { code, out, told } = await run({ config });
  expect(code).toBe(0);
  expect(out).toContain('group_left (tier)');
  expect(out).toContain('if match "^(a)$" $labels.deployment');
  expect(told).toMatch(/^warning: error budget burn over 1h is left out: .+\n/m);
});

describe('an operator’s error', () => {
  test.each([
    { options: { job: 'picket' }, says: '--job: expected matchers such as job="picket", got picket' },
    { options: { job: 'job="a"} or vector(1)' }, says: '--job' },
    { options: { runbookUrl: 'runbooks.md' }, says: '--runbook-url: expected an http or https URL' },
    { options: { runbookUrl: 'https://a.test/#part' }, says: '--runbook-url' },
    { options: { dashboardUrl: 'ftp://a.test' }, says: '--dashboard-url' },
    { options: { dashboardUrl: 'http://a.test/{{ $labels.x }}' }, says: '--dashboard-url' },
    { options: { out: '/dev/null/rules' }, says: '--out: cannot write into /dev/null/rules' },
  ])('$options', async ({ options, says }) => {
    await expect(run(options)).rejects.toThrow(says);
    await expect(run(options)).rejects.toMatchObject({ name: 'OperatorError' });
  });

  test('in the configuration is told as everywhere', async () => {
    await expect(run({ config: '/nowhere.yaml' })).rejects.toMatchObject({ name: 'ConfigError' });
  });
});

// The line end to end: one agent, every kind of answer at once, judged through its public API.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Agent } from '../../src/agent.ts';
import { loadConfig } from '../../src/config/load.ts';
import { createLog } from '../../src/log.ts';
import { startTarget, type Target } from '../fixtures/target.ts';
import { type Case, cases } from './cases.ts';

const names = Object.keys(cases);
let target: Target;
let agent: Agent;
let url: string;
let folder: string;

beforeAll(async () => {
  target = await startTarget((request, response) => {
    const name = request.url?.split('/')[2] ?? '';
    cases[name]?.answer(request, response);
  });
  folder = mkdtempSync(join(tmpdir(), 'picket-line-'));
  writeFileSync(join(folder, 'picket.yaml'), configOf(target.origin));
  const config = loadConfig(join(folder, 'picket.yaml'));
  agent = new Agent({ config, log: createLog('silent'), version: '0.0.0-test' });
  [url = ''] = await agent.start();
}, 30_000);

afterAll(async () => {
  await agent?.stop();
  await target?.close();
  rmSync(folder, { recursive: true, force: true });
});

function configOf(origin: string): string {
  const deployments = names.map((name) => ({
    id: `case-${name.replaceAll('.', '-')}`.toLowerCase(),
    // A path prefix, with and without a trailing slash.
    base_url: `${origin}/of/${name}${name.length % 2 === 0 ? '/' : ''}`,
    version: cases[name]?.version ?? 'v1',
    endpoints: cases[name]?.version === 'v2' ? ['status', 'regions'] : ['status'],
    components: ['API', 'Storage'],
  }));
  return JSON.stringify({
    agent: { listen: '127.0.0.1:0' },
    store: { path: ':memory:' },
    defaults: {
      interval: '1s',
      timeout: '900ms',
      confirm: { failures: 2, successes: 2, recheck_after: '100ms' },
    },
    deployments,
  });
}

interface Shown {
  id: string;
  status: string;
  checks: { check: string; up: boolean | null; reason: string | null }[];
  findings: { rule: string; severity: string; path: string; expected: string; observed: string }[];
}

async function fleet(): Promise<Map<string, Shown>> {
  const answer = await fetch(`${url}/api/v2/deployments?limit=1000&expand=findings`);
  const { data } = (await answer.json()) as { data: Shown[] };
  return new Map(data.map((deployment) => [deployment.id, deployment]));
}

const idOf = (name: string) => `case-${name.replaceAll('.', '-')}`.toLowerCase();

describe.each(names)('%s', (name) => {
  const expected = cases[name];

  test('has its state, reason and findings', async () => {
    // Confirmed by two runs, the slowest of which wait for their deadlines.
    const shown = await vi.waitFor(() => shownAs(name, expected), { timeout: 20_000, interval: 250 });
    if (expected?.info !== undefined) {
      expect(shown.findings.map((finding) => finding.rule)).toContain(expected.info);
    }
    for (const finding of shown.findings) expect(finding.observed.length).toBeLessThanOrEqual(200);
    expect(shown.findings.length).toBeLessThanOrEqual(50);
  }, 30_000);
});

async function shownAs(name: string, expected: Case | undefined): Promise<Shown> {
  const shown = (await fleet()).get(idOf(name));
  const above = shown?.findings
    .filter((finding) => finding.severity !== 'info')
    .map((finding) => finding.rule);
  const status = shown?.checks.find((check) => check.check === 'status');
  expect({ state: shown?.status, reason: status?.reason, rules: [...new Set(above)].sort() }).toEqual({
    state: expected?.state,
    reason: expected?.reason,
    rules: [...(expected?.rules ?? [])].sort(),
  });
  if (shown === undefined) throw new Error(`${name} is not shown`);
  return shown;
}

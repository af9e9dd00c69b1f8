// The line end to end: one agent, every kind of answer at once, judged through its public API.
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Agent } from '../../src/agent.ts';
import { loadConfig } from '../../src/config/load.ts';
import { createLog } from '../../src/log.ts';
import { type Answer, startTarget, type Target } from '../fixtures/target.ts';
import { type Case, cases, type Place } from './cases.ts';

const names = Object.keys(cases);
const pathOf = (name: string) => join(import.meta.dirname, '../fixtures/tls', `${name}.pem`);
let target: Target;
let secure: readonly TlsTarget[] = [];
let agent: Agent;
let url: string;
let folder: string;

beforeAll(async () => {
  target = await startTarget(answerAll);
  secure = await Promise.all([startTls('self-signed'), startTls('expired')]);
  const [selfSigned, expired] = secure.map(({ origin }) => origin);
  const origins: Record<Place, string> = {
    target: target.origin,
    'closed-port': 'http://127.0.0.1:1',
    // RFC 1035 2.3.4 allows a label 63: the name is wrong without a resolver being asked.
    'unknown-host': `http://${'x'.repeat(64)}.test`,
    'self-signed': selfSigned ?? '',
    expired: expired ?? '',
  };
  folder = mkdtempSync(join(tmpdir(), 'picket-line-'));
  writeFileSync(join(folder, 'picket.yaml'), configOf(origins));
  const config = loadConfig(join(folder, 'picket.yaml'));
  agent = new Agent({ config, log: createLog('silent'), version: '0.0.0-test' });
  [url = ''] = await agent.start();
});

afterAll(async () => {
  await agent?.stop();
  await target?.close();
  for (const { server } of secure) {
    server.close();
    server.closeAllConnections();
  }
  rmSync(folder, { recursive: true, force: true });
});

const answerAll: Answer = (request, response) => {
  const name = request.url?.split('/')[2] ?? '';
  cases[name]?.answer(request, response);
};

interface TlsTarget {
  readonly origin: string;
  readonly server: Server;
}

async function startTls(certificate: string): Promise<TlsTarget> {
  const [key, cert] = [readFileSync(pathOf('key')), readFileSync(pathOf(certificate))];
  const server = createServer({ key, cert }, answerAll);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

function configOf(origins: Readonly<Record<Place, string>>): string {
  const deployments = names.map((name) => ({
    id: `case-${name.replaceAll('.', '-')}`.toLowerCase(),
    // A path prefix, with and without a trailing slash.
    base_url: `${origins[cases[name]?.place ?? 'target']}/of/${name}${name.length % 2 === 0 ? '/' : ''}`,
    version: cases[name]?.version ?? 'v1',
    endpoints: cases[name]?.version === 'v2' ? ['status', 'regions'] : ['status'],
    components: ['API', 'Storage'],
    // Else the expired one would be refused for its issuer.
    ...(cases[name]?.place === 'expired' ? { tls: { ca: pathOf('ca') } } : {}),
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
  checks: { check: string; up: boolean | null; reason: string | null; checked_at: string | null }[];
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
    for (const finding of shown.findings) expect(finding.observed.length).toBeLessThanOrEqual(200);
    expect(shown.findings.length).toBeLessThanOrEqual(50);
  });
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
  // What is expected may be what is shown before any run.
  expect(shown?.checks.filter((check) => check.checked_at === null)).toEqual([]);
  if (expected?.info !== undefined) {
    expect(shown?.findings.map((finding) => finding.rule)).toContain(expected.info);
  }
  if (shown === undefined) throw new Error(`${name} is not shown`);
  return shown;
}

// `picket check`, `probe`, `--help` and every way an operator errs, as a user meets them.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultTypes } from '../../src/simulate/faults.ts';
import { run } from '../cli/process.ts';
import { sendRegions, sendStatus, startTarget, statusBody, type Target } from '../fixtures/target.ts';

const folder = mkdtempSync(join(tmpdir(), 'picket-cli-'));
let target: Target;

beforeAll(async () => {
  target = await startTarget((request, response) => {
    if (request.url === '/broken/api/v1/status') return sendStatus(response, statusBody('v2'));
    if (request.url?.endsWith('/v1/status')) return sendStatus(response, statusBody('v1'));
    if (request.url === '/two/api/v2/status') return sendStatus(response, statusBody('v2'));
    if (request.url === '/two/api/v2/regions') return sendRegions(response);
    response.writeHead(404).end();
  });
});

afterAll(async () => {
  await target.close();
  rmSync(folder, { recursive: true });
});

function config(deployments: string, name = 'picket.yaml'): string {
  const path = join(folder, name);
  writeFileSync(path, `store: { path: ${join(folder, 'picket.db')} }\ndeployments:\n${deployments}`);
  return path;
}

const entry = (id: string, path: string, more = '') =>
  `  - { id: ${id}, base_url: '${target.origin}${path}', version: v1, endpoints: [status], components: [API]${more} }\n`;

describe('help and version', () => {
  test.each([
    [[]],
    [['--help']],
    [['run', '--help']],
    [['probe', '--help']],
    [['learn', '--help']],
    [['verify', '--help']],
  ])('%j explains itself', async (args) => {
    const { output } = await run(args);
    expect(output).toContain('Usage: picket');
  });

  test('simulate --help names the faults there are', async () => {
    const { output } = await run(['simulate', '--help']);
    for (const type of faultTypes) expect(output).toContain(type);
  });

  test('--version is the package’s', async () => {
    expect(await run(['--version'])).toEqual({ code: 0, output: '0.1.0\n' });
  });
});

describe('an operator who errs is told in plain lines, exit 2', () => {
  test.each([
    { args: ['launch'], says: "unknown command 'launch'" },
    { args: ['check', '--config', '/nowhere.yaml'], says: 'no such file (ENOENT)' },
    { args: ['run', '--log-level', 'loud'], says: 'Allowed choices' },
    { args: ['simulate', '--port', 'x'], says: 'expected a number from 0 to 65532, got x' },
    { args: ['simulate', '--scenario', '/nowhere.yaml'], says: 'ENOENT' },
    { args: ['learn'], says: "missing required argument 'url'" },
    { args: ['learn', 'nonsense'], says: 'expected an http or https URL' },
    { args: ['verify', '--config', '/nowhere.yaml'], says: 'no such file (ENOENT)' },
    { args: ['probe'], says: "missing required argument 'id|url'" },
  ])('$args', async ({ args, says }) => {
    const { code, output } = await run(args);
    expect(output).toContain(says);
    expect(output).not.toContain('    at ');
    expect(code).toBe(2);
  });

  test('every problem of a configuration, each with its place', async () => {
    const path = config(entry('a', '', ', interval: soon') + entry('a', '', ', colour: red'), 'wrong.yaml');
    const { code, output } = await run(['check', '--config', path]);
    expect(code).toBe(2);
    expect(output).toContain(`${path}:3:`);
    expect(output).toContain('deployments[0].interval');
    expect(output).toContain(`${path}:4:`);
    expect(output).toContain('deployments[1].colour');
  });
});

describe('check', () => {
  test('prints every check, how often, and the estimates', async () => {
    const { code, output } = await run([
      'check',
      '--config',
      config(entry('files', '/of', ', interval: 15s')),
    ]);
    expect(code).toBe(0);
    expect(output).toMatch(/files +status +15s +5s +http:\/\/127\.0\.0\.1:\d+\/of\n/);
    expect(output).toMatch(/1 deployments, 1 checks, 0\.1 runs a second\nabout \d+ series; about 1 runs/);
  });

  test('--print shows what is understood, and no secret', async () => {
    const headers = `, headers: { Authorization: 'Bearer ${reference('TOKEN')}' }`;
    const path = config(entry('files', `/${reference('TOKEN')}`, headers), 'secret.yaml');
    const { code, output } = await run(['check', '--print', '--config', path], { TOKEN: 'hunter2-token' });
    expect(code).toBe(0);
    expect(output).toContain('intervalMs: 30000');
    expect(output).toContain('[redacted]');
    expect(output).not.toContain('hunter2');
  });

  test('--print shows what is expected as it is written', async () => {
    const expected = ', expect: { fields: { status: { "components[].name": "string | null?" } } }';
    const path = config(entry('files', '', expected), 'expect.yaml');
    const { code, output } = await run(['check', '--print', '--config', path]);
    expect(code).toBe(0);
    expect(output).toContain(
      '    expect:\n      fields:\n        status:\n          components[].name: string | null?\n',
    );
  });

  test('--print redacts what came from outside, whatever its length and place', async () => {
    const path = join(folder, 'outside.yaml');
    const lines = [
      `agent: { listen: "127.0.0.1:${reference('PORT')}", base_path: "${reference('BASE')}" }`,
      `store: { path: "${reference('STORE')}" }`,
      'deployments:',
      '  - id: plain',
      `    base_url: https://${reference('HOST')}/${reference('TENANT')}/`,
      '    kind: media',
      `    name: "A ${reference('LETTER')}"`,
      `    tls: { server_name: "${reference('SERVER')}" }`,
    ];
    writeFileSync(path, lines.join('\n'));
    const outside = {
      PORT: '9',
      BASE: '/Hush/',
      STORE: 'hushed.db',
      HOST: 'X.Test',
      TENANT: 'Ä',
      LETTER: 'e',
    };
    const env = { ...outside, SERVER: 'q.q' };
    const { code, output } = await run(['check', '--print', '--config', path], env);
    expect(code).toBe(0);
    expect(output).toContain('id: plain');
    expect(output).toContain('intervalMs: 30000');
    expect(output).toContain('serverName: "[redacted]"');
    expect(output).not.toMatch(/:9|hush|x\.test|ä|%c3|q\.q|\[r\[/i);
  });
});

const reference = (name: string) => `\${env:${name}}`;

describe('probe', () => {
  test('a healthy deployment: phases, outcome, exit 0', async () => {
    const { code, output } = await run(['probe', 'files', '--config', config(entry('files', '/of'))]);
    expect(output).toMatch(/status {2}200 {2}[\d.]+ ms {2}127\.0\.0\.1 {2}well/);
    expect(output).toMatch(/first_byte +[\d.]+ ms +█/);
    expect(output).toContain('"version":"v1"');
    expect(code).toBe(0);
  });

  test('a failing one says which field, what was expected and what came, exit 1', async () => {
    const { code, output } = await run(['probe', 'files', '--config', config(entry('files', '/broken'))]);
    expect(output).toContain('failed: version');
    expect(output).toMatch(/error +meaning\.version +version +v1 +v2/);
    expect(code).toBe(1);
  });

  test('any base_url, in the version that it serves', async () => {
    const second = await run(['probe', `${target.origin}/two/`, '--json']);
    expect(second.code).toBe(0);
    const { checks } = JSON.parse(second.output) as { checks: { endpoint: string }[] };
    expect(checks.map((check) => check.endpoint)).toEqual(['status', 'regions']);
    const first = await run(['probe', `${target.origin}/of`, '--endpoint', 'status']);
    expect(first.output).toContain('  v1\n');
    expect(first.code).toBe(0);
  });

  test.each([
    { args: ['probe', 'nobody'], says: 'no enabled deployment has the id nobody' },
    { args: ['probe', 'files', '--endpoint', 'media'], says: 'files has no check of media' },
    { args: ['probe', 'http://user:password@127.0.0.1/'], says: 'base_url' },
  ])('$args is an operator’s error', async ({ args, says }) => {
    const { code, output } = await run([...args, '--config', config(entry('files', '/of'))]);
    expect(output).toContain(says);
    expect(output).not.toContain('password@');
    expect(code).toBe(2);
  });
});

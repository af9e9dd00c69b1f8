// A configuration from the disk: what the example becomes, relative paths, and files that cannot be read.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { ConfigError } from '../../src/config/config.ts';
import { loadConfig } from '../../src/config/load.ts';
import { certificatePem } from './certificate.ts';

const folder = mkdtempSync(join(tmpdir(), 'picket-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

function errorOf(path: string, env: NodeJS.ProcessEnv = {}): ConfigError {
  try {
    loadConfig(path, env);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('loaded');
}

const entry = (more: string) =>
  `deployments: [{ id: a, base_url: "https://a.test", kind: media, ${more} }]\n`;

describe('files that cannot be a configuration', () => {
  mkdirSync(join(folder, 'folder.yaml'));
  test.each([
    ['missing.yaml', null, 'no such file (ENOENT)'],
    ['folder.yaml', null, 'a directory (EISDIR)'],
    ['latin1.yaml', Buffer.from('# caf\xe9\n', 'latin1'), 'bytes that are not UTF-8'],
    ['utf16.yaml', Buffer.from('\ufeffagent: {}\n', 'utf16le'), 'bytes that are not UTF-8'],
    ['large.yaml', Buffer.alloc(64 * 1_048_576 + 1, 0x20), 'more than 67108864 bytes'],
  ])('%s', (name, content, observed) => {
    const path = content === null ? join(folder, name) : file(name, content);
    const expected = 'a readable configuration file';
    expect(errorOf(path).problems).toEqual([
      { file: path, line: 0, column: 0, path: '', expected, observed },
    ]);
  });
});

test('a problem names file, line and column in one line of the message', () => {
  const path = file('wrong.yaml', 'agent: { name: 5 }\nstore: { history: 5 }\n');
  expect(errorOf(path).message.split('\n')).toEqual([
    `${path}:1:16: agent.name: expected text of 1 to 120 characters, no control characters, got 5`,
    `${path}:2:19: store.history: expected a duration from 1d to 3650d, such as "400d", got 5`,
  ]);
});

test('files are found beside the configuration, not where the process stands', () => {
  file('ca.pem', certificatePem);
  file('token.txt', 'hunter2-token\n');
  const path = file('beside.yaml', entry(`tls: { ca: ca.pem }, headers: { X-A: "\${file:token.txt}" }`));
  const [deployment] = loadConfig(path, {}).deployments;
  expect(deployment?.connection.tls?.ca).toBe(certificatePem);
  expect(deployment?.connection.headers['x-a']?.reveal()).toBe('hunter2-token');
});

test('a file that is too large, missing or binary is said at its place', () => {
  file('large.txt', Buffer.alloc(4 * 1_048_576 + 1, 0x20));
  file('binary.txt', Buffer.from([0xff, 0xfe]));
  const headers = `X-A: "\${file:large.txt}", X-B: "\${file:none.txt}", X-C: "\${file:binary.txt}"`;
  const { problems } = errorOf(file('files.yaml', entry(`headers: { ${headers} }`)));
  expect(problems.map(({ observed }) => observed)).toEqual([
    'more than 4194304 bytes',
    'no such file (ENOENT)',
    'bytes that are not UTF-8',
  ]);
});

test('the environment is the one given, own variables only', () => {
  const path = file('env.yaml', entry(`headers: { X-A: "\${env:TOKEN}" }`));
  const [deployment] = loadConfig(path, { TOKEN: 'hunter2-token' }).deployments;
  expect(deployment?.connection.headers['x-a']?.reveal()).toBe('hunter2-token');
  expect(errorOf(path).message).toContain('the environment variable TOKEN to be set');
  expect(errorOf(file('proto.yaml', entry(`name: "\${env:constructor}"`))).problems).toHaveLength(1);
});

test('a byte order mark and carriage returns are taken', () => {
  expect(loadConfig(file('windows.yaml', '\ufeffagent:\r\n  name: a\r\n'), {}).agent.name).toBe('a');
});

test('the agent is called as its host', () => {
  expect(loadConfig(file('empty.yaml', '{}'), {}).agent.name).toBe(hostname());
});

test('the example in the repository is right, and is what the demo runs', () => {
  const { agent, deployments, warnings } = loadConfig(
    fileURLToPath(new URL('../../config/picket.yaml', import.meta.url)),
    {},
  );
  expect(warnings).toEqual([]);
  expect(agent).toMatchObject({ vantage: { code: 'fra1' }, listen: ['127.0.0.1:7425'] });
  expect(deployments.map(({ id, kind, baseUrl }) => [id, kind, baseUrl])).toEqual([
    ['files-eu', 'file-storage', 'http://127.0.0.1:7431'],
    ['media-eu', 'media', 'http://127.0.0.1:7432'],
    ['monitoring', 'monitoring', 'http://127.0.0.1:7433'],
    ['compute', 'compute', 'http://127.0.0.1:7434'],
  ]);
  for (const { confirm, checks } of deployments) {
    expect(confirm).toEqual({ failures: 2, successes: 2, recheckAfterMs: 1_000 });
    expect(checks[0]).toMatchObject({ endpoint: 'status', intervalMs: 5_000 });
  }
});

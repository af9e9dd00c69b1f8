// One configuration file read again and again in a process: what stays the same object, what is an error, what ends it.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Config, ConfigError } from '../../src/config/config.ts';
import { loadConfig } from '../../src/config/load.ts';
import { createLoader, type Loader } from '../../src/config/loader.ts';
import { certificatePem } from './certificate.ts';

// Readers give way to everybody else, so that on a busy machine they take long.

const folder = mkdtempSync(join(tmpdir(), 'picket-loader-'));
const { execPath } = process;

// A reading is nearly all the start of its process: here Node keeps from one to the next what it compiled.
beforeAll(() => {
  const cache = join(folder, 'compiled');
  process.execPath = join(folder, 'node');
  writeFileSync(process.execPath, `#!/bin/sh\nNODE_COMPILE_CACHE='${cache}' exec '${execPath}' "$@"\n`, {
    mode: 0o700,
  });
});

afterAll(() => {
  process.execPath = execPath;
  rmSync(folder, { recursive: true });
});

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const entry = (id: string, more = '') =>
  `  - { id: ${id}, base_url: "https://${id}.test", kind: media, ${more} }\n`;
const listOf = (...entries: readonly string[]) => `deployments:\n${entries.join('')}`;

describe('what is read', () => {
  test('is what it would be without a process of its own, secrets and shared parts included', async () => {
    const text = `agent: { name: "\${env:NAME}" }
defaults: { rules: { shape.format: off }, headers: { Authorization: "Bearer \${env:TOKEN}" } }
status_words: { brownout: partial_outage }
${listOf(entry('a', 'expect: { components: [API] }'), entry('b', 'proxy: "http://p.test:1"'), entry('c', 'enabled: false'))}`;
    const path = file('all.yaml', text);
    const env = { NAME: 'a-name', TOKEN: 'hunter2-token' };
    const config = await createLoader(path, env).load();
    const direct = loadConfig(path, env);
    expect(JSON.parse(JSON.stringify(config))).toEqual(JSON.parse(JSON.stringify(direct)));
    const [a, b] = config.deployments;
    expect(a?.connection.headers.authorization?.reveal()).toBe('Bearer hunter2-token');
    expect(b?.connection.proxy?.reveal()).toBe('http://p.test:1');
    expect(a?.rules).toBe(b?.rules);
  });

  test('is the same object where it is the same again, and another where it changed', async () => {
    const path = file('same.yaml', listOf(entry('a'), entry('b'), entry('c')));
    const loader = createLoader(path, {});
    const first = await loader.load();
    file('same.yaml', listOf(entry('c'), entry('b', 'interval: 20s'), entry('a')));
    const second = await loader.load();
    const of = ({ deployments }: Config, id: string) =>
      deployments.find((deployment) => deployment.id === id);
    expect(second.deployments.map(({ id }) => id)).toEqual(['c', 'b', 'a']);
    expect(of(second, 'a')).toBe(of(first, 'a'));
    expect(of(second, 'c')).toBe(of(first, 'c'));
    expect(of(second, 'b')?.checks[0]?.intervalMs).toBe(20_000);
    expect(of(second, 'b')?.rules).toBe(of(first, 'b')?.rules);
  });
});

describe('an error', () => {
  test('names file, line and column, every one of them, and leaves the next reading alone', async () => {
    const path = file('wrong.yaml', listOf(entry('a'), entry('b')));
    const loader = createLoader(path, {});
    const [a] = (await loader.load()).deployments;
    file('wrong.yaml', listOf(entry('a', 'interval: soon'), entry('b', 'colour: red')));
    const error = await loader.load().then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(ConfigError);
    expect(String(error)).toContain(`${path}:2:`);
    expect((error as ConfigError).problems.map(({ line, path: where }) => `${line} ${where}`)).toEqual([
      '2 deployments[0].interval',
      '3 deployments[1].colour',
    ]);
    file('wrong.yaml', listOf(entry('a')));
    expect((await loader.load()).deployments[0]).toBe(a);
  });

  test('of a file that is not there says so', async () => {
    await expect(createLoader(join(folder, 'missing.yaml'), {}).load()).rejects.toThrow(
      'expected a readable configuration file, got no such file (ENOENT)',
    );
  });

  test('is also a process that cannot be had', async () => {
    const { execPath: usual } = process;
    process.execPath = join(folder, 'no-such-node');
    try {
      await expect(createLoader(file('fine.yaml', listOf(entry('a'))), {}).load()).rejects.toThrow('ENOENT');
    } finally {
      process.execPath = usual;
    }
  });

  test('is also a reading that was ended', async () => {
    const loader = createLoader(file('ended.yaml', listOf(entry('a'))), {});
    const reading = loader.load();
    loader.close();
    await expect(reading).rejects.toThrow('ended before it answered');
  });
});

describe('files that the configuration names', () => {
  const path = () => file('rotating.yaml', listOf(entry('a', 'tls: { ca: rotating.pem }')));
  const caOf = (config: Config) => config.deployments[0]?.connection.tls?.ca;
  const begun = async (): Promise<Loader> => {
    file('rotating.pem', certificatePem);
    const loader = createLoader(path(), {});
    expect(caOf(await loader.load())).toBe(certificatePem);
    expect(loader.filesChanged()).toBe(false);
    return loader;
  };

  test('are read again when they change, with the text in force and not an edit in the making', async () => {
    const loader = await begun();
    file('rotating.pem', `${certificatePem}\n`);
    file('rotating.yaml', 'an edit in the making: {');
    expect(loader.filesChanged()).toBe(true);
    expect(caOf(await loader.loadAgain())).toBe(`${certificatePem}\n`);
    expect(loader.filesChanged()).toBe(false);
    await expect(loader.load()).rejects.toThrow(ConfigError);
  });

  test('that are gone or broken are an error once, and taken when they are back', async () => {
    const loader = await begun();
    rmSync(join(folder, 'rotating.pem'));
    expect(loader.filesChanged()).toBe(true);
    await expect(loader.loadAgain()).rejects.toThrow('no such file');
    expect(loader.filesChanged()).toBe(false);
    file('rotating.pem', certificatePem);
    expect(loader.filesChanged()).toBe(true);
    expect(caOf(await loader.loadAgain())).toBe(certificatePem);
  });
});

describe('a look at the file', () => {
  /** By then what is written now has settled. */
  const later = () => Date.now() + 2_000;

  const begun = async (name: string, text = listOf(entry('a'))) => {
    const path = file(name, text);
    const loader = createLoader(path, {});
    await loader.load();
    return { path, loader };
  };

  test('shows another text once it has settled, and until it is read', async () => {
    const { path, loader } = await begun('looked.yaml');
    expect(await loader.look(later())).toBe('same');
    writeFileSync(path, listOf(entry('a'), entry('b')));
    expect(await loader.look(Date.now())).toBe('same');
    expect(await loader.look(later())).toBe('other');
    expect(await loader.look(later())).toBe('other');
    await loader.load();
    expect(await loader.look(later())).toBe('same');
  });

  test('does not show the same text in another file', async () => {
    const { path, loader } = await begun('touched.yaml');
    expect(await loader.look(later())).toBe('same');
    utimesSync(path, 1, 1);
    expect(await loader.look(later())).toBe('same');
    rmSync(path);
    writeFileSync(path, listOf(entry('a')));
    expect(await loader.look(later())).toBe('same');
  });

  test('does not read a file whose stamp is the same', async () => {
    const { path, loader } = await begun('unread.yaml', listOf(entry('a')));
    utimesSync(path, 1, 1);
    expect(await loader.look(later())).toBe('same');
    writeFileSync(path, listOf(entry('b')));
    utimesSync(path, 1, 1);
    expect(await loader.look(later())).toBe('same');
  });

  test('takes a time of writing that lies ahead for settled', async () => {
    const { path, loader } = await begun('ahead.yaml');
    writeFileSync(path, listOf(entry('b')));
    utimesSync(path, later() / 1000 + 3_600, later() / 1000 + 3_600);
    expect(await loader.look(Date.now())).toBe('other');
  });

  test('follows the links of a mounted volume, whose folder is swapped as a whole', async () => {
    const volume = join(folder, 'volume');
    const swap = (version: string, text: string) => {
      mkdirSync(join(volume, version), { recursive: true });
      writeFileSync(join(volume, version, 'picket.yaml'), text);
      symlinkSync(version, join(volume, '..data_tmp'));
      renameSync(join(volume, '..data_tmp'), join(volume, '..data'));
    };
    swap('..1', listOf(entry('a')));
    symlinkSync('..data/picket.yaml', join(volume, 'picket.yaml'));
    const loader = createLoader(join(volume, 'picket.yaml'), {});
    await loader.load();
    expect(await loader.look(later())).toBe('same');
    swap('..2', listOf(entry('a')));
    rmSync(join(volume, '..1'), { recursive: true });
    expect(await loader.look(later())).toBe('same');
    swap('..3', listOf(entry('b')));
    expect(await loader.look(later())).toBe('other');
    expect((await loader.load()).deployments.map(({ id }) => id)).toEqual(['b']);
    expect(await loader.look(later())).toBe('same');
  });

  test('is of what was read from the file last, not of the text in force', async () => {
    const { path, loader } = await begun('in-force.yaml');
    writeFileSync(path, 'deployments: 5\n');
    await expect(loader.load()).rejects.toThrow(ConfigError);
    await loader.loadAgain();
    expect(await loader.look(later())).toBe('same');
  });

  test('opens no pipe: nobody may write to it', async () => {
    const path = join(folder, 'pipe.yaml');
    expect(spawnSync('mkfifo', [path]).status).toBe(0);
    expect(await createLoader(path, {}).look(later())).toBe('missing');
  });

  test('shows a file that is gone, or none any more, and then whether what came back is the same', async () => {
    const { path, loader } = await begun('gone.yaml');
    rmSync(path);
    expect(await loader.look(later())).toBe('missing');
    mkdirSync(path);
    expect(await loader.look(later())).toBe('missing');
    rmSync(path, { recursive: true });
    writeFileSync(path, listOf(entry('a')));
    expect(await loader.look(later())).toBe('same');
  });

  test.each([
    ['a mistake', 'deployments: 5\n'],
    ['bytes that are no text', Buffer.from([0x80, 0x81])],
    ['a mistake behind a byte order mark', '\uFEFFdeployments: 5\n'],
  ])('shows %s once, and the text in force when it is back', async (_what, wrong) => {
    const { path, loader } = await begun('refused.yaml');
    writeFileSync(path, wrong);
    expect(await loader.look(later())).toBe('other');
    await expect(loader.load()).rejects.toThrow(ConfigError);
    expect(await loader.look(later())).toBe('same');
    utimesSync(path, 1, 1);
    expect(await loader.look(later())).toBe('same');
    writeFileSync(path, listOf(entry('a')));
    expect(await loader.look(later())).toBe('other');
    await loader.load();
    expect(await loader.look(later())).toBe('same');
  });

  test('shows the text in force again where the file was gone when it was to be read', async () => {
    const { path, loader } = await begun('away.yaml');
    expect(await loader.look(later())).toBe('same');
    renameSync(path, `${path}.away`);
    await expect(loader.load()).rejects.toThrow(ConfigError);
    expect(await loader.look(later())).toBe('missing');
    renameSync(`${path}.away`, path);
    expect(await loader.look(later())).toBe('other');
    await loader.load();
    expect(await loader.look(later())).toBe('same');
  });

  test('shows a refused text again when a file that it names is another: a secret may come later', async () => {
    const { path, loader } = await begun('secret.yaml');
    writeFileSync(path, listOf(entry('a', `headers: { X-Key: "\${file:secret.key}" }`)));
    await expect(loader.load()).rejects.toThrow('no such file');
    expect(await loader.look(later())).toBe('same');
    file('secret.key', 'hunter2-key');
    expect(await loader.look(later())).toBe('other');
    await loader.load();
    expect(await loader.look(later())).toBe('same');
    file('secret.key', 'hunter3-key-longer');
    expect([await loader.look(later()), loader.filesChanged()]).toEqual(['same', true]);
  });

  test('shows again what a reading that was ended did not answer', async () => {
    const { path, loader } = await begun('again.yaml');
    writeFileSync(path, listOf(entry('b')));
    expect(await loader.look(later())).toBe('other');
    const reading = loader.load();
    loader.close();
    await expect(reading).rejects.toThrow('ended before it answered');
    expect(await loader.look(later())).toBe('other');
  });
});

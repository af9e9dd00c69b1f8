// The configuration file to a Config: the only reader of files and of the environment.

import { isUtf8 } from 'node:buffer';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, resolve } from 'node:path';
import { assemble } from './assemble.ts';
import { type Config, ConfigError } from './config.ts';
import type { FileText, Outside } from './interpolate.ts';
import { locateAll } from './problem.ts';
import { readSource } from './source.ts';

const maxConfigBytes = 64 * 1_048_576;
/** Of what `${file:…}` and tls name: a bundle of certificates is well below. */
const maxFileBytes = 4 * 1_048_576;

/**
 * Reads and checks everything at once, references and TLS files included; nothing is read later.
 * Throws a ConfigError with every problem, in the order of the file, and nothing else.
 */
export function loadConfig(path: string, env: NodeJS.ProcessEnv = process.env): Config {
  return createLoader(path, env).load();
}

/** The same for a text that is at hand; `path` is named in problems, and relative paths start at its folder. */
export function parseConfig(text: string, path: string, env: NodeJS.ProcessEnv = process.env): Config {
  return read(text, path, outsideOf(dirname(resolve(path)), env));
}

/** Reads one configuration file again and again; every way of reading throws a ConfigError, and nothing else. */
interface Loader {
  /** The file as it is now. */
  readonly load: () => Config;
  /** Whether a file that the configuration names (TLS, `${file:…}`) is another than when it was last read. */
  readonly filesChanged: () => boolean;
  /** The text last taken over, with the files it names as they are now: an edit in the making stays out. */
  readonly loadAgain: () => Config;
}

export function createLoader(path: string, env: NodeJS.ProcessEnv = process.env): Loader {
  let text: string | null = null;
  let stamps: ReadonlyMap<string, string> = new Map();
  const take = (candidate: string): Config => {
    const outside = outsideOf(dirname(resolve(path)), env);
    try {
      const config = read(candidate, path, outside);
      text = candidate;
      return config;
    } finally {
      if (text === candidate) stamps = new Map(outside.paths().map((name) => [name, stampOf(name)]));
    }
  };
  const load = () => {
    const file = readText(path, maxConfigBytes);
    if ('text' in file) return take(file.text);
    const expected = 'a readable configuration file';
    const problem = { file: path, line: 0, column: 0, path: '', expected, observed: file.unreadable };
    throw new ConfigError([problem]);
  };
  return {
    load,
    filesChanged: () => [...stamps].some(([name, stamp]) => stampOf(name) !== stamp),
    loadAgain: () => (text === null ? load() : take(text)),
  };
}

/** Changes with the file's content or with the file a link leads to. */
function stampOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? 'none' : `${stats.ino} ${stats.size} ${stats.mtimeMs}`;
}

function read(text: string, path: string, outside: Outside): Config {
  const source = readSource(text, outside);
  const { config, problems } = assemble(text, source, outside, hostname());
  if (config !== null) return config;
  throw new ConfigError(locateAll(path, source, problems));
}

/** Each file is read once a load, however many deployments name it. */
function outsideOf(folder: string, env: NodeJS.ProcessEnv): Outside & { readonly paths: () => string[] } {
  const files = new Map<string, FileText>();
  return {
    variable: (name) => (Object.hasOwn(env, name) ? env[name] : undefined),
    file: (name) => {
      const path = resolve(folder, name);
      const text = files.get(path) ?? readText(path, maxFileBytes);
      files.set(path, text);
      return text;
    },
    paths: () => [...files.keys()],
  };
}

function readText(path: string, maxBytes: number): FileText {
  try {
    const bytes = readBounded(path, maxBytes + 1);
    if (bytes.length > maxBytes) return { unreadable: `more than ${maxBytes} bytes` };
    if (!isUtf8(bytes)) return { unreadable: 'bytes that are not UTF-8' };
    return { text: bytes.toString('utf8').replace(/^\uFEFF/, '') };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'error';
    return { unreadable: explanations[code] ?? code };
  }
}

const explanations: Readonly<Record<string, string>> = {
  ENOENT: 'no such file (ENOENT)',
  EISDIR: 'a directory (EISDIR)',
  EACCES: 'no permission to read it (EACCES)',
};

/** Never more than asked for, whatever the file claims or becomes: it may be a device or a pipe. */
function readBounded(path: string, maxBytes: number): Buffer {
  const descriptor = openSync(path, 'r');
  try {
    const chunks: Buffer[] = [];
    let total = 0;
    while (total < maxBytes) {
      const chunk = Buffer.allocUnsafe(Math.min(maxBytes - total, 65_536));
      const count = readSync(descriptor, chunk);
      if (count === 0) break;
      chunks.push(chunk.subarray(0, count));
      total += count;
    }
    return Buffer.concat(chunks);
  } finally {
    closeSync(descriptor);
  }
}

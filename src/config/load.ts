// The configuration file to a Config: the only reader of files and of the environment.

import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, resolve } from 'node:path';
import { assemble } from './assemble.ts';
import { type Config, ConfigError, type ConfigProblem } from './config.ts';
import type { FileText, Outside } from './interpolate.ts';
import { locateAll } from './problem.ts';
import { readSource } from './source.ts';
import { stampOf } from './stamp.ts';

const maxConfigBytes = 64 * 1_048_576;
/** Of what `${file:…}` and tls name: a bundle of certificates is well below. */
const maxFileBytes = 4 * 1_048_576;

/** What came of reading a configuration. */
export interface Reading {
  /** null where there are problems. */
  readonly config: Config | null;
  /** Every problem, in the order of the file. */
  readonly problems: readonly ConfigProblem[];
  /** null where the file could not be read. */
  readonly text: string | null;
  /** The files that the text names (TLS, `${file:…}`), readable or not: their stamps from before they were read. */
  readonly stamps: ReadonlyMap<string, string>;
}

/**
 * Reads and checks everything at once, references and TLS files included; nothing is read later.
 * Throws a ConfigError with every problem, in the order of the file, and nothing else.
 */
export function loadConfig(path: string, env: NodeJS.ProcessEnv = process.env): Config {
  return rightOne(readConfig(path, null, env));
}

/** The same for a text that is at hand; `path` is named in problems, and relative paths start at its folder. */
export function parseConfig(text: string, path: string, env: NodeJS.ProcessEnv = process.env): Config {
  return rightOne(readConfig(path, text, env));
}

function rightOne({ config, problems }: Reading): Config {
  if (config === null) throw new ConfigError(problems);
  return config;
}

/** The file at the path as it is now, or the text in its place. */
export function readConfig(path: string, given: string | null, env: NodeJS.ProcessEnv): Reading {
  const file = given === null ? readText(path, maxConfigBytes) : { text: given };
  if ('unreadable' in file) {
    const expected = 'a readable configuration file';
    const problem = { file: path, line: 0, column: 0, path: '', expected, observed: file.unreadable };
    return { config: null, problems: [problem], text: null, stamps: new Map() };
  }
  const { text } = file;
  const { stamps, ...outside } = outsideOf(dirname(resolve(path)), env);
  const source = readSource(text, outside);
  const { config, problems } = assemble(text, source, outside, hostname());
  return { config, problems: locateAll(path, source, problems), text, stamps };
}

/** Each file is read once a load, however many deployments name it. */
function outsideOf(folder: string, env: NodeJS.ProcessEnv): Outside & Pick<Reading, 'stamps'> {
  const files = new Map<string, FileText>();
  const stamps = new Map<string, string>();
  const read = (path: string): FileText => {
    stamps.set(path, stampOf(path));
    return readText(path, maxFileBytes);
  };
  return {
    variable: (name) => (Object.hasOwn(env, name) ? env[name] : undefined),
    file: (name) => {
      const path = resolve(folder, name);
      const text = files.get(path) ?? read(path);
      files.set(path, text);
      return text;
    },
    stamps,
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
  ETIMEDOUT: 'a pipe to which nobody writes',
};

/** Never more than asked for, whatever the file claims or becomes: it may be a device or a pipe. */
function readBounded(path: string, maxBytes: number): Buffer {
  // To open a pipe would wait for who writes to it, without end.
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const isPipe = fstatSync(descriptor).isFIFO();
    const untilMs = performance.now() + maxPipeWaitMs;
    const chunks: Buffer[] = [];
    let total = 0;
    while (total < maxBytes) {
      const chunk = Buffer.allocUnsafe(Math.min(maxBytes - total, 65_536));
      const count = readSome(descriptor, chunk);
      const isOver = count === 0 && (total > 0 || !isPipe);
      if (isOver) break;
      if (count > 0) {
        chunks.push(chunk.subarray(0, count));
        total += count;
      } else if (performance.now() < untilMs) {
        Atomics.wait(still, 0, 0, pipePauseMs);
      } else {
        throw Object.assign(new Error('nobody writes'), { code: 'ETIMEDOUT' });
      }
    }
    return Buffer.concat(chunks);
  } finally {
    closeSync(descriptor);
  }
}

/** Who writes to a pipe may come a little later than we do, and pause; longer, and there is nothing to be had. */
const maxPipeWaitMs = 5_000;
const pipePauseMs = 10;
const still = new Int32Array(new SharedArrayBuffer(4));

/** How many bytes came: 0 at the end, and of a pipe that nobody has opened for writing yet; -1 where some are to come. */
function readSome(descriptor: number, chunk: Buffer): number {
  try {
    return readSync(descriptor, chunk);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return -1;
    throw error;
  }
}

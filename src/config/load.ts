// The configuration file to a Config: the only reader of files and of the environment.

import { isUtf8 } from 'node:buffer';
import { closeSync, openSync, readSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, resolve } from 'node:path';
import { assemble } from './assemble.ts';
import { type Config, ConfigError } from './config.ts';
import type { FileText, Outside } from './interpolate.ts';
import { locateAll } from './problem.ts';
import { readSource } from './source.ts';

export const maxConfigBytes = 64 * 1_048_576;
/** Of what `${file:…}` and tls name: a bundle of certificates is well below. */
export const maxFileBytes = 4 * 1_048_576;

/**
 * Reads and checks everything at once, references and TLS files included; nothing is read later.
 * Throws a ConfigError with every problem, in the order of the file, and nothing else.
 */
export function loadConfig(path: string, env: NodeJS.ProcessEnv = process.env): Config {
  const file = readText(path, maxConfigBytes);
  if ('unreadable' in file) {
    const expected = 'a readable configuration file';
    throw new ConfigError([
      { file: path, line: 0, column: 0, path: '', expected, observed: file.unreadable },
    ]);
  }
  return parseConfig(file.text, path, env);
}

/** The same for a text that is at hand; `path` is named in problems, and relative paths start at its folder. */
export function parseConfig(text: string, path: string, env: NodeJS.ProcessEnv = process.env): Config {
  const outside = outsideOf(dirname(resolve(path)), env);
  const source = readSource(text, outside);
  const { config, problems } = assemble(text, source, outside, hostname());
  if (config !== null) return config;
  throw new ConfigError(locateAll(path, source, problems));
}

/** Each file is read once a load, however many deployments name it. */
function outsideOf(folder: string, env: NodeJS.ProcessEnv): Outside {
  const files = new Map<string, FileText>();
  return {
    variable: (name) => (Object.hasOwn(env, name) ? env[name] : undefined),
    file: (name) => {
      const path = resolve(folder, name);
      const text = files.get(path) ?? readText(path, maxFileBytes);
      files.set(path, text);
      return text;
    },
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

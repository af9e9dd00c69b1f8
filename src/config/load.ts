// The configuration file to a Config: the only reader of files and of the environment.

import { hostname } from 'node:os';
import { dirname, resolve } from 'node:path';
import { assemble } from './assemble.ts';
import { type Config, ConfigError, type ConfigProblem } from './config.ts';
import type { FileText, Outside } from './interpolate.ts';
import { locateAll } from './problem.ts';
import { readText } from './read-text.ts';
import { readSource } from './source.ts';
import { maxConfigBytes, stampOf } from './stamp.ts';

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

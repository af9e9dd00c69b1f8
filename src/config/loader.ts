// Reads one configuration file again and again beside everything else, in a process that ends with each reading.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { extname } from 'node:path';
import { type Config, ConfigError } from './config.ts';
import { type Parts, unpack } from './parcel.ts';
import type { Answer, Order } from './reading-process.ts';
import { stampOf } from './stamp.ts';

/** One reading at a time. Rejects with a ConfigError; with another error only where the process itself came to an end. */
export interface Loader {
  /** The file as it is now. Deployments that are as they were in the reading before are the same objects. */
  readonly load: () => Promise<Config>;
  /** Whether a file that the configuration names (TLS, `${file:…}`) is another than when it was last read. */
  readonly filesChanged: () => boolean;
  /** The text last taken over, with the files it names as they are now: an edit in the making stays out. */
  readonly loadAgain: () => Promise<Config>;
  /** Ends the reading under way: it rejects. */
  readonly close: () => void;
}

export function createLoader(path: string, env: NodeJS.ProcessEnv = process.env): Loader {
  let text: string | null = null;
  let stamps: ReadonlyMap<string, string> = new Map();
  let parts: Parts = new Map();
  let reader: ChildProcess | null = null;

  async function read(given: string | null): Promise<Config> {
    const order: Order = { path, text: given, env: { ...env }, there: new Set(parts.keys()) };
    reader = fork(readerFile, { env: {}, execArgv: [], serialization: 'advanced', ...bounds });
    const { parcel, problems, ...answer } = await answerOf(reader, order);
    if (parcel !== null || answer.text === text) stamps = answer.stamps;
    if (parcel === null) throw new ConfigError(problems);
    text = answer.text;
    const unpacked = await unpack(parcel, parts);
    parts = unpacked.parts;
    return unpacked.config;
  }

  return {
    load: () => read(null),
    filesChanged: () => [...stamps].some(([name, stamp]) => stampOf(name) !== stamp),
    loadAgain: () => read(text),
    close: () => void reader?.kill('SIGKILL'),
  };
}

/** A reading that lasts longer hangs (a network disk), and ends without an answer. */
const maxReadingMs = 300_000;

/** Detached: a signal to our process group is meant for us alone. When we end, the reader does too, by its channel. */
const bounds = { detached: true, timeout: maxReadingMs, killSignal: 'SIGKILL' } as const;

/**
 * Beside this file, and like it: source, or what was built of it. A process and not a thread: its heap is given back
 * with its end, and however it ends, the agent goes on.
 */
const readerFile = new URL(`./reading-process${extname(import.meta.url)}`, import.meta.url);

async function answerOf(reader: ChildProcess, order: Order): Promise<Answer> {
  // Not `exit`: that may come before the last of an answer is read.
  const ended = once(reader, 'close').then(() => {
    throw new Error('the process that reads the configuration ended before it answered');
  });
  // What cannot be sent is told by the end; where no descriptor was left there is no channel, only the error.
  if (reader.connected) reader.send(order, () => {});
  const [answer] = await Promise.race([once(reader, 'message'), ended]);
  return answer;
}

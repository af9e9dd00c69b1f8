// Reads one configuration file again and again beside everything else, in a process that ends with each reading.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { extname } from 'node:path';
import { type Config, ConfigError } from './config.ts';
import { type Parts, unpack } from './parcel.ts';
import type { Answer, Order } from './reading-process.ts';
import { digestOfFile, stampIn, stampOf, statsOf } from './stamp.ts';

/** What a look at the configuration file shows; `missing` is also a file that cannot be read. */
export type Sight = 'same' | 'other' | 'missing';

/** One reading at a time. Rejects with a ConfigError; with another error only where the process itself came to an end. */
export interface Loader {
  /** The file as it is now. Deployments that are as they were in the reading before are the same objects. */
  readonly load: () => Promise<Config>;
  /** Whether a file that the configuration names (TLS, `${file:…}`) is another than when it was last read. */
  readonly filesChanged: () => boolean;
  /** The text last taken over, with the files it names as they are now: an edit in the making stays out. */
  readonly loadAgain: () => Promise<Config>;
  /**
   * Whether the file holds another text than was read from it last, taken over or refused, or names a file that was the
   * reason to refuse it and is another now. It is read for that only where its stamp changed, and has settled.
   */
  readonly look: (nowMs: number) => Promise<Sight>;
  /** Ends the reading under way: it rejects. */
  readonly close: () => void;
}

export function createLoader(path: string, env: NodeJS.ProcessEnv = process.env): Loader {
  let text: string | null = null;
  let stamps: ReadonlyMap<string, string> = new Map();
  let parts: Parts = new Map();
  let reader: ChildProcess | null = null;
  /** Of the text read from the file last. */
  let known: string | null = null;
  /** Of the file when its content was last found to be the same. */
  let seen: string | null = null;
  /** Of the files that a refused text names. */
  let refused: ReadonlyMap<string, string> = new Map();

  async function read(given: string | null): Promise<Config> {
    // A pipe can be read but once.
    const before = given === null && statsOf(path)?.isFile() ? digestOfFile(path) : null;
    const order: Order = { path, text: given, env: { ...env }, there: new Set(parts.keys()) };
    reader = fork(readerFile, { env: {}, execArgv: [], serialization: 'advanced', ...bounds });
    const { parcel, problems, ...answer } = await answerOf(reader, order);
    if (given === null) {
      // What is no text has no digest, and shall not be read again either.
      known = answer.digest ?? (await before);
      if (parcel === null) seen = null;
      refused = parcel === null ? answer.stamps : new Map();
    }
    if (parcel !== null || answer.text === text) stamps = answer.stamps;
    if (parcel === null) throw new ConfigError(problems);
    text = answer.text;
    const unpacked = await unpack(parcel, parts);
    parts = unpacked.parts;
    return unpacked.config;
  }

  async function look(nowMs: number): Promise<Sight> {
    const stats = statsOf(path);
    if (!stats?.isFile()) return 'missing';
    if (hasChanged(refused)) return 'other';
    const stamp = stampIn(stats);
    // A clock that runs ahead (a network disk) must not keep a file from settling.
    if (stamp === seen || Math.abs(nowMs - stats.mtimeMs) < settledAfterMs) return 'same';
    const found = await digestOfFile(path);
    if (found === null) return 'missing';
    if (found !== known) return 'other';
    seen = stamp;
    return 'same';
  }

  return {
    load: () => read(null),
    filesChanged: () => hasChanged(stamps),
    loadAgain: () => read(text),
    look,
    close: () => void reader?.kill('SIGKILL'),
  };
}

/** What was written more recently may be half of what it will be. */
const settledAfterMs = 1_000;

function hasChanged(stamps: ReadonlyMap<string, string>): boolean {
  return [...stamps].some(([name, stamp]) => stampOf(name) !== stamp);
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

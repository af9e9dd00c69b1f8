// Reads one configuration file again and again beside everything else, in a thread that ends with each reading.
import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Config, ConfigError } from './config.ts';
import { type Parts, unpack } from './parcel.ts';
import type { Answer, Order } from './reading-thread.ts';
import { stampOf } from './stamp.ts';

/** One reading at a time. Rejects with a ConfigError; with another error only where the thread itself came to an end. */
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
  let thread: Worker | null = null;

  async function read(given: string | null): Promise<Config> {
    const order: Order = { path, text: given, env: { ...env }, there: new Set(parts.keys()) };
    thread = new Worker(threadFile, { workerData: order });
    const { parcel, problems, ...answer } = await answerOf(thread);
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
    close: () => void thread?.terminate(),
  };
}

/** Beside this file, and like it: source, or what was built of it. */
const threadFile = new URL(`./reading-thread${extname(import.meta.url)}`, import.meta.url);

async function answerOf(thread: Worker): Promise<Answer> {
  const ended = once(thread, 'exit').then(() => {
    throw new Error('the thread that reads the configuration ended before it answered');
  });
  const [answer] = await Promise.race([once(thread, 'message'), ended]);
  return answer;
}

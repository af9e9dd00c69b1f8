// The process in which a configuration is read and checked, so that it holds up nobody: one reading, one answer, the end.
import { constants, setPriority } from 'node:os';
import { type Reading, readConfig } from './load.ts';
import { type Parcel, pack } from './parcel.ts';
import { digestOfText } from './stamp.ts';

export interface Order {
  readonly path: string;
  /** In place of what the file holds; null for the file as it is now. */
  readonly text: string | null;
  readonly env: NodeJS.ProcessEnv;
  /** Digests of the parts that need not be sent. */
  readonly there: ReadonlySet<string>;
}

export interface Answer extends Omit<Reading, 'config'> {
  /** null where there are problems. */
  readonly parcel: Parcel | null;
  /** Of the text; null where there is none. */
  readonly digest: string | null;
}

// With its threads it would take the cores from who probes: a reload held up the agent's loop for 50 to 400 ms.
setPriority(constants.priority.PRIORITY_LOW);

process.once('disconnect', () => process.exit());
process.once('message', ({ path, text, env, there }: Order) => {
  const { config, ...reading } = readConfig(path, text, env);
  const digest = reading.text === null ? null : digestOfText(reading.text);
  const answer: Answer = { ...reading, parcel: config && pack(config, there), digest };
  process.send?.(answer, () => process.disconnect());
});

// Scripts of ours that a bench starts, what they say, and what any process took so far.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Spawned, spawned } from './program.ts';

const childDeadlineMs = 180_000;
const answerDeadlineMs = 20_000;
/** USER_HZ, which Linux fixes at 100 for what it tells in /proc (proc(5)). */
const tickMs = 10;

/** A script of this folder, with a channel between it and us. */
export function startScript(
  name: string,
  scriptArguments: readonly string[] = [],
  nodeArguments: readonly string[] = [],
  folder: URL = new URL('.', import.meta.url),
): Spawned {
  const script = fileURLToPath(new URL(name, folder));
  return spawned(process.execPath, [...nodeArguments, script, ...scriptArguments], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

/** The next message of a child; an error when it ends or its time is over before that. */
export function firstMessage<Message>({ process: child }: Pick<Spawned, 'process'>): Promise<Message> {
  return messageOf<Message>(child, childDeadlineMs);
}

/** What a child answers to that; an error when it ends or its time is over before it does. */
export function ask<Answer>({ process: child }: Pick<Spawned, 'process'>, question: string): Promise<Answer> {
  const answer = messageOf<Answer>(child, answerDeadlineMs);
  child.send(question);
  return answer;
}

async function messageOf<Message>(child: ChildProcess, deadlineMs: number): Promise<Message> {
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, AbortSignal.timeout(deadlineMs)]);
  const ended = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`${child.spawnargs.join(' ')} ended with ${code} before it said anything`);
  });
  try {
    const [message] = await Promise.race([once(child, 'message', { signal }), ended]);
    return message;
  } finally {
    over.abort();
  }
}

/** Runs a script of ours with one argument, in JSON, and resolves to the one thing it says. */
export async function answerOf<Message>(name: string, argument: unknown, folder?: URL): Promise<Message> {
  const child = startScript(name, [JSON.stringify(argument)], [], folder);
  try {
    return await firstMessage<Message>(child);
  } finally {
    await child.end();
  }
}

/** User and system time of a process so far, all its threads included, ms. */
export function cpuMsOf(pid: number): number {
  // The name in parentheses may hold spaces; fields 14 and 15 of proc(5) count from the first.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}

/** Resident memory of a process now, MB (10^6 bytes). */
export function rssMbOf(pid: number): number {
  return statusMbOf(pid, 'VmRSS');
}

/** The most that was ever resident of a process, MB (10^6 bytes). */
export function peakMbOf(pid: number): number {
  return statusMbOf(pid, 'VmHWM');
}

function statusMbOf(pid: number, field: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return (Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024) / 1e6;
}

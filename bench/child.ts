// Processes that a bench starts: scripts of ours that say something, and what any process took so far.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

const childDeadlineMs = 180_000;
/** USER_HZ, which Linux fixes at 100 for what it tells in /proc (proc(5)). */
const tickMs = 10;

/** The first message of a child of ours; an error when it ends or its time is over before that. */
export async function firstMessage<Message>(child: ChildProcess): Promise<Message> {
  const signal = AbortSignal.timeout(childDeadlineMs);
  const ended = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`${child.spawnargs.join(' ')} ended with ${code} before it said anything`);
  });
  const [message] = await Promise.race([once(child, 'message', { signal }), ended]);
  return message;
}

/** Runs a script of ours with one argument, in JSON, and resolves to the one thing it says. */
export async function answerOf<Message>(script: URL, argument: unknown): Promise<Message> {
  const child = fork(script, [JSON.stringify(argument)]);
  try {
    return await firstMessage<Message>(child);
  } finally {
    child.kill();
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

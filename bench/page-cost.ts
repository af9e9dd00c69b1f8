// What answering with the fleet's page takes of an agent: CPU beyond what it takes anyway, bytes, and its event loop.
import { setTimeout } from 'node:timers/promises';
import type { RunningAgent } from './agent.ts';
import { ask, cpuMsOf } from './child.ts';
import { bytesOf } from './http-get.ts';
import type { Inside } from './inside.ts';
import type { Spawned } from './program.ts';

/** Longer than a snapshot is kept: each answer is built anew. */
const betweenAnswersMs = 600;
const answersAWindow = 8;
const windowMs = answersAWindow * betweenAnswersMs;
const beforeColdMs = 3000;
/** Of the bare server, back to back: what it takes is little. */
const bareAnswers = 60;

export const codings = ['text', 'gzip'] as const;
export type Coding = (typeof codings)[number];
const headers = { text: {}, gzip: { 'accept-encoding': 'gzip' } } as const;

/** Of one answer, or of a window of them. */
export interface Cost {
  /** CPU an answer. */
  readonly cpuMs: number;
  /** The longest pass of the event loop. */
  readonly heldMs: number;
  /** From asking to the last byte, the longest. */
  readonly waitedMs: number;
  readonly bytes: number;
}

/** As many windows of each. */
export interface WarmCosts {
  readonly answers: Readonly<Record<Coding, readonly Cost[]>>;
  /** Without an answer: CPU a second, and the longest pass. */
  readonly quiet: readonly { readonly cpuMs: number; readonly heldMs: number }[];
}

interface Watched extends Inside {
  readonly wallMs: number;
}

async function watched(agent: RunningAgent, work: () => Promise<unknown>): Promise<Watched> {
  const before = await ask<Inside>(agent, 'begin');
  const beganMs = performance.now();
  await work();
  const { cpuMs, heldMs } = await ask<Inside>(agent, 'end');
  return { cpuMs: cpuMs - before.cpuMs, heldMs, wallMs: performance.now() - beganMs };
}

/** The first answer of an agent that has checked its whole fleet. */
export async function coldCost(agent: RunningAgent): Promise<Cost> {
  const quiet = await watched(agent, () => setTimeout(beforeColdMs));
  let bytes = 0;
  const first = await watched(agent, async () => {
    bytes = (await bytesOf(`${agent.url}/`, headers.gzip)).length;
  });
  const cpuMs = first.cpuMs - (quiet.cpuMs / quiet.wallMs) * first.wallMs;
  return { cpuMs, heldMs: first.heldMs, waitedMs: first.wallMs, bytes };
}

/** Quiet windows, and windows with an answer from each snapshot, in turn. */
export async function warmCosts(agent: RunningAgent, cycles: number): Promise<WarmCosts> {
  const answers: Record<Coding, Cost[]> = { text: [], gzip: [] };
  const quiet: { cpuMs: number; heldMs: number }[] = [];
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    const none = await watched(agent, () => setTimeout(windowMs));
    quiet.push({ cpuMs: (1000 * none.cpuMs) / none.wallMs, heldMs: none.heldMs });
    for (const coding of codings) answers[coding].push(await costIn(agent, coding, none));
  }
  return { answers, quiet };
}

async function costIn(agent: RunningAgent, coding: Coding, quiet: Watched): Promise<Cost> {
  let [waitedMs, bytes] = [0, 0];
  const busy = await watched(agent, async () => {
    const beganMs = performance.now();
    for (let answer = 0; answer < answersAWindow; answer += 1) {
      const askedMs = performance.now();
      bytes = (await bytesOf(`${agent.url}/`, headers[coding])).length;
      waitedMs = Math.max(waitedMs, performance.now() - askedMs);
      await setTimeout(Math.max(0, beganMs + (answer + 1) * betweenAnswersMs - performance.now()));
    }
  });
  const cpuMs = (busy.cpuMs - (quiet.cpuMs / quiet.wallMs) * busy.wallMs) / answersAWindow;
  return { cpuMs, heldMs: busy.heldMs, waitedMs, bytes };
}

/** CPU an answer of the bare server. */
export async function bareCpuMs({ pid }: Spawned, url: string, coding: Coding): Promise<number> {
  for (let answer = 0; answer < bareAnswers / 2; answer += 1) await bytesOf(`${url}/`, headers[coding]);
  const beforeMs = cpuMsOf(pid);
  for (let answer = 0; answer < bareAnswers; answer += 1) await bytesOf(`${url}/`, headers[coding]);
  return (cpuMsOf(pid) - beforeMs) / bareAnswers;
}

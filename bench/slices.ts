// A running agent watched from outside, slice by slice: its CPU, its memory, and what it says of itself at each scrape.
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { request } from 'undici';
import { cpuMsOf, rssMbOf } from './child.ts';
import { type Buckets, bucketsOf, quantile, sumOf } from './exposition.ts';
import type { RunningAgent } from './running-agent.ts';
import { median } from './table.ts';

const memoryEveryMs = 500;
const scrapeDeadlineMs = 60_000;
const delayFamily = 'picket_scheduler_delay_seconds';

/** From one scrape to the next; the first scrape is in it. */
export interface Slice {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly checks: number;
  readonly failures: number;
  readonly skipped: number;
  readonly delayP99Ms: number;
  /** Most that was resident. */
  readonly rssMb: number;
  readonly scrape: Scrape;
}

export interface Scrape {
  readonly wallMs: number;
  /** Beyond what probing takes in that time by the rest of the slice. */
  readonly cpuMs: number;
  readonly bytes: number;
  readonly packedBytes: number;
  readonly series: number;
}

interface Reading {
  readonly atMs: number;
  readonly cpuBeforeMs: number;
  readonly cpuAfterMs: number;
  readonly wallMs: number;
  readonly bytes: number;
  readonly packedBytes: number;
  readonly checks: number;
  readonly failures: number;
  readonly skipped: number;
  readonly series: number;
  readonly delays: Buckets;
}

/** Scrapes at the start of each slice and at the end, with gzip, as a Prometheus does at that interval. */
export async function watch(agent: RunningAgent, slices: number, sliceMs: number): Promise<readonly Slice[]> {
  const taken: Slice[] = [];
  let before = await read(agent);
  for (let slice = 1; slice <= slices; slice += 1) {
    const rssMb = await mostResident(agent.pid, before.atMs + sliceMs);
    const after = await read(agent);
    taken.push(between(before, after, rssMb));
    before = after;
  }
  return taken;
}

/** The median of the slices. */
export function medianOf(slices: readonly Slice[], number: (slice: Slice) => number): number {
  return median(slices.map(number));
}

async function read({ pid, url }: RunningAgent): Promise<Reading> {
  const cpuBeforeMs = cpuMsOf(pid);
  const atMs = performance.now();
  const { body, statusCode } = await request(`${url}/metrics`, {
    headers: { 'accept-encoding': 'gzip' },
    headersTimeout: scrapeDeadlineMs,
    bodyTimeout: scrapeDeadlineMs,
  });
  const packed = await body.arrayBuffer();
  const wallMs = performance.now() - atMs;
  const cpuAfterMs = cpuMsOf(pid);
  if (statusCode !== 200) throw new Error(`the scrape was answered with ${statusCode}`);
  const page = await promisify(gunzip)(packed);
  return {
    atMs,
    cpuBeforeMs,
    cpuAfterMs,
    wallMs,
    bytes: page.length,
    packedBytes: packed.byteLength,
    checks: sumOf(page, 'picket_check_runs_total'),
    failures: sumOf(page, 'picket_check_failures_total'),
    skipped: sumOf(page, 'picket_scheduler_runs_skipped_total'),
    series: sumOf(page, 'picket_series'),
    delays: bucketsOf(page, delayFamily),
  };
}

async function mostResident(pid: number, untilMs: number): Promise<number> {
  let mostMb = rssMbOf(pid);
  for (let leftMs = untilMs - performance.now(); leftMs > 0; leftMs = untilMs - performance.now()) {
    await setTimeout(Math.min(memoryEveryMs, leftMs));
    mostMb = Math.max(mostMb, rssMbOf(pid));
  }
  return mostMb;
}

function between(before: Reading, after: Reading, rssMb: number): Slice {
  const wallMs = after.atMs - before.atMs;
  const cpuMs = after.cpuBeforeMs - before.cpuBeforeMs;
  const restMs = after.cpuBeforeMs - before.cpuAfterMs;
  const usual = restMs / (wallMs - before.wallMs);
  return {
    wallMs,
    cpuMs,
    checks: after.checks - before.checks,
    failures: after.failures - before.failures,
    skipped: after.skipped - before.skipped,
    delayP99Ms: 1000 * quantile(0.99, before.delays, after.delays),
    rssMb,
    scrape: {
      wallMs: before.wallMs,
      cpuMs: Math.max(0, cpuMs - restMs - usual * before.wallMs),
      bytes: before.bytes,
      packedBytes: before.packedBytes,
      series: before.series,
    },
  };
}

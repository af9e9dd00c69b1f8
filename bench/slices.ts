// A running agent watched from outside, slice by slice: its CPU, its memory, and what it says of itself at each scrape.
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { RunningAgent } from './agent.ts';
import { cpuMsOf, peakMbOf } from './child.ts';
import { type Buckets, bucketsOf, histogramQuantile, lostIn, sumOf } from './exposition.ts';
import { bytesOf } from './http-get.ts';
import { median } from './table.ts';

const delayFamily = 'picket_scheduler_delay_seconds';

/** From one scrape to the next; the first scrape is in it. */
export interface Slice {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly checks: number;
  readonly delayP99Ms: number;
  readonly scrape: Scrape;
}

export interface Watch {
  readonly slices: readonly Slice[];
  /** Runs skipped or failed, from the start of the agent to the end of the last slice. */
  readonly lost: number;
  /** The most that was resident, as long. */
  readonly peakMb: number;
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
  readonly lost: number;
  readonly series: number;
  readonly delays: Buckets;
}

/** Scrapes at the start of each slice and at the end, with gzip, as a Prometheus does at that interval. */
export async function watch(agent: RunningAgent, slices: number, sliceMs: number): Promise<Watch> {
  const taken: Slice[] = [];
  let before = await read(agent);
  for (let slice = 1; slice <= slices; slice += 1) {
    await setTimeout(Math.max(0, before.atMs + sliceMs - performance.now()));
    const after = await read(agent);
    taken.push(between(before, after));
    before = after;
  }
  return { slices: taken, lost: before.lost, peakMb: peakMbOf(agent.pid) };
}

/** Of all slices together: a flush of the store, which comes once a minute, counts with what it takes. */
export function costUs(slices: readonly Slice[]): number {
  return (1000 * sumOver(slices, ({ cpuMs }) => cpuMs)) / sumOver(slices, ({ checks }) => checks);
}

export function sumOver(slices: readonly Slice[], number: (slice: Slice) => number): number {
  return slices.reduce((sum, slice) => sum + number(slice), 0);
}

/** The median of the slices. */
export function medianOf(slices: readonly Slice[], number: (slice: Slice) => number): number {
  return median(slices.map(number));
}

async function read({ pid, url }: RunningAgent): Promise<Reading> {
  const cpuBeforeMs = cpuMsOf(pid);
  const atMs = performance.now();
  const packed = await bytesOf(`${url}/metrics`, { 'accept-encoding': 'gzip' });
  const wallMs = performance.now() - atMs;
  const cpuAfterMs = cpuMsOf(pid);
  const page = await promisify(gunzip)(packed);
  return {
    atMs,
    cpuBeforeMs,
    cpuAfterMs,
    wallMs,
    bytes: page.length,
    packedBytes: packed.length,
    checks: sumOf(page, 'picket_check_runs_total'),
    lost: lostIn(page),
    series: sumOf(page, 'picket_series'),
    delays: bucketsOf(page, delayFamily),
  };
}

function between(before: Reading, after: Reading): Slice {
  const wallMs = after.atMs - before.atMs;
  const cpuMs = after.cpuBeforeMs - before.cpuBeforeMs;
  const restMs = after.cpuBeforeMs - before.cpuAfterMs;
  const usual = restMs / (wallMs - before.wallMs);
  return {
    wallMs,
    cpuMs,
    checks: after.checks - before.checks,
    delayP99Ms: 1000 * histogramQuantile(0.99, before.delays, after.delays),
    scrape: {
      wallMs: before.wallMs,
      cpuMs: Math.max(0, cpuMs - restMs - usual * before.wallMs),
      bytes: before.bytes,
      packedBytes: before.packedBytes,
      series: before.series,
    },
  };
}

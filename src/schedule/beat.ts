// When rounds fall: pure arithmetic from a hash, so that every process computes the same slots with no leader.
import { createHash } from 'node:crypto';
import type { Deployment } from '../model/deployment.ts';
import type { Beat, BeatCause } from '../model/round.ts';

/** 48 bits of deployment id and region code: each region asks at its own instants. */
export function phaseHash(deployment: string, region: string): number {
  return createHash('sha256').update(`${deployment}@${region}`).digest().readUIntBE(0, 6);
}

/** The first slot `phase + k * interval` after `afterMs`; slots of intervals that divide each other coincide. */
export function slotAfter(hash: number, intervalMs: number, afterMs: number): number {
  const phaseMs = hash % intervalMs;
  return phaseMs + (Math.floor((afterMs - phaseMs) / intervalMs) + 1) * intervalMs;
}

/**
 * The instant at which checks of these intervals all run first, within `soonMs` after `startMs`, or the shortest interval:
 * the next slot of one of them where that is soon, so that a fleet is not asked for first runs and slots at the same
 * time; else spread by the same hash.
 */
export function firstRunAt(
  hash: number,
  intervalsMs: readonly number[],
  startMs: number,
  soonMs: number,
): number {
  const withinMs = Math.min(soonMs, ...intervalsMs);
  const slotMs = Math.min(...intervalsMs.map((intervalMs) => slotAfter(hash, intervalMs, startMs)));
  return slotMs < startMs + withinMs ? slotMs : startMs + (hash % withinMs);
}

/** Slots in (fromMs, toMs]: what a check that should have run at `fromMs` and runs at `toMs` has missed. */
export function slotsMissed(hash: number, intervalMs: number, fromMs: number, toMs: number): number {
  const phaseMs = hash % intervalMs;
  return Math.max(0, Math.floor((toMs - phaseMs) / intervalMs) - Math.floor((fromMs - phaseMs) / intervalMs));
}

export function beatOf(
  deployment: Deployment,
  region: string,
  atMs: number,
  cause: BeatCause,
  checks: Beat['checks'],
): Beat {
  return { id: `${deployment.id}@${region}@${atMs}`, deployment: deployment.id, region, atMs, cause, checks };
}

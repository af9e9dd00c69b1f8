// What a deployment says of itself as a whole: which answers count, its overall word and its regions.

import type { CheckState, DeploymentState, RegionState } from '../model/belief.ts';
import { type CheckResult, type Claims, noClaims } from '../model/round.ts';
import type { Reason, State } from '../model/states.ts';
import { stateCode } from '../model/states.ts';
import { isTrusted } from './check.ts';
import { advanceStreak, sameItems, type Thresholds } from './streak.ts';
import { createUnmoved } from './unmoved.ts';
import { clean } from './wording.ts';

/** As many regions become label values; the rest is not shown. */
const maxRegions = 64;

export interface Word {
  /** Raw text, bounded; null where nothing was reported. */
  readonly reported: string | null;
  readonly state: State;
}

export const nothingSaid: Word = { reported: null, state: 'unknown' };

/** Whether an answer is the documented document: its words are taken, though the run may fail for another reason. */
export function isDocumented(reason: Reason | null): boolean {
  return reason === null || reason === 'components' || reason === 'contract';
}

/** Whether the latest run still speaks for now: what a failing check says in the documented shape counts, too. */
export function isHeard(check: CheckState | undefined): boolean {
  if (!check?.fresh) return false;
  return check.up.confirmed !== 1 || isDocumented(check.last?.reason ?? null);
}

/**
 * The words to take from a run; null where it has none, and what was said before holds. A documented answer that
 * cannot be read all the same (rules made milder) says nothing: `unknown`.
 */
export function claimsOf(run: CheckResult | undefined): Claims | null {
  return run !== undefined && isDocumented(run.reason) ? (run.claims ?? noClaims) : null;
}

export function wordOf(reported: Claims['overall']): Word {
  return reported === null ? nothingSaid : { reported: clean(reported.word), state: reported.state };
}

/** Shown at once; `unknown` without trust in the status check. */
export function overallAfter(
  before: DeploymentState['overall'],
  claims: Claims | null,
  trusted: boolean,
  thresholds: Thresholds,
): DeploymentState['overall'] {
  const word = claims === null ? before : wordOf(claims.overall);
  const state = trusted ? word.state : 'unknown';
  const streak =
    claims === null ? before.streak : advanceStreak(before.streak, stateCode(word.state), thresholds);
  const same = state === before.state && word.reported === before.reported && streak === before.streak;
  return same ? before : { state, reported: word.reported, streak };
}

/** Trusted claims, of one deployment as it is configured: they alone move it. */
const unlessUnmoved = createUnmoved<Claims['regions'], readonly RegionState[]>();

/** The regions check decides what is shown, none without one; a region has no say in the deployment's state. */
export function regionsAfter(
  before: readonly RegionState[],
  claims: Claims | null,
  check: CheckState | undefined,
): readonly RegionState[] {
  const after = () => shownAfter(before, claims, check);
  return claims === null || !isTrusted(check) ? after() : unlessUnmoved(claims.regions, before, after);
}

function shownAfter(
  before: readonly RegionState[],
  claims: Claims | null,
  check: CheckState | undefined,
): readonly RegionState[] {
  const known = new Map(before.map((region) => [region.code, region]));
  const held = check === undefined ? [] : before;
  const listed = claims === null ? held : listedRegions(claims);
  const trusted = isTrusted(check);
  const after = listed.map((region) => {
    const shown = trusted || region.state === 'unknown' ? region : { ...region, state: 'unknown' as const };
    const old = known.get(region.code);
    return old !== undefined && isSameRegion(old, shown) ? old : shown;
  });
  return sameItems(before, after) ? before : after;
}

/** One listed twice is the worse of the two. */
function listedRegions({ regions }: Claims): RegionState[] {
  const listed = new Map<string, RegionState>();
  for (const { code, name, zone, country, reported } of regions) {
    const place = { code: clean(code), name: clean(name), zone: clean(zone), country: clean(country) };
    const region = { ...place, state: reported.state, reported: clean(reported.word) };
    const twin = listed.get(region.code);
    const wanted =
      twin === undefined ? listed.size < maxRegions : stateCode(region.state) > stateCode(twin.state);
    if (wanted) listed.set(region.code, region);
  }
  return [...listed.values()];
}

function isSameRegion(left: RegionState, right: RegionState): boolean {
  return (
    left.name === right.name &&
    left.zone === right.zone &&
    left.country === right.country &&
    left.state === right.state &&
    left.reported === right.reported
  );
}

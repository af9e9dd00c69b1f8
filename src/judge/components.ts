// What is believed of each component: its word shown at once, its streak, and a bound on how many there are.

import type { ComponentState } from '../model/belief.ts';
import type { Deployment } from '../model/deployment.ts';
import type { Claims } from '../model/round.ts';
import { stateCode } from '../model/states.ts';
import { advanceStreak, emptyStreak, sameItems } from './streak.ts';
import { createUnmoved } from './unmoved.ts';
import { clean } from './wording.ts';
import { nothingSaid, type Word, wordOf } from './words.ts';

/** Takes what is beyond the deployment's `maxComponents`. */
const restName = 'other';
/** Of one that was never due and is listed no more; told from other silence by being this very object. */
const absent: Word = { reported: null, state: 'unknown' };

/** Trusted claims, of one deployment as it is configured: they alone move it. */
const unlessUnmoved = createUnmoved<Claims['components'], readonly ComponentState[]>();

/**
 * Expected ones first, then in order of appearance; the same array when nothing changed. Without claims the words
 * hold; without trust in the status check they show `unknown`.
 */
export function componentsAfter(
  deployment: Deployment,
  before: readonly ComponentState[],
  claims: Claims | null,
  trusted: boolean,
  nowMs: number,
): readonly ComponentState[] {
  const after = () => advance(deployment, before, claims, trusted, nowMs);
  return claims === null || !trusted ? after() : unlessUnmoved(claims.components, before, after);
}

function advance(
  deployment: Deployment,
  before: readonly ComponentState[],
  claims: Claims | null,
  trusted: boolean,
  nowMs: number,
): readonly ComponentState[] {
  const known = new Map(before.map((component) => [component.name, component]));
  const expected = new Set(deployment.components.expected.map(clean));
  const after: ComponentState[] = [];
  for (const [name, word] of wordsOf(deployment, before, claims, expected)) {
    const old = known.get(name) ?? newborn(name, nowMs);
    const state = trusted ? word.state : 'unknown';
    // Absence ends an outage like a good word does, by confirmation; then it is gone.
    const severity = stateCode(word === absent ? 'operational' : word.state);
    const streak = claims === null ? old.streak : advanceStreak(old.streak, severity, deployment.confirm);
    if (word === absent && streak.confirmed === 0) continue;
    const next = { name, expected: expected.has(name), state, reported: word.reported, streak };
    const sinceMs = state === old.state ? old.sinceMs : nowMs;
    after.push(isSame(old, next) ? old : { ...next, sinceMs });
  }
  return sameItems(before, after) ? before : after;
}

/** In the order in which they are shown. */
function wordsOf(
  { maxComponents }: Deployment,
  before: readonly ComponentState[],
  claims: Claims | null,
  expected: ReadonlySet<string>,
): Map<string, Word> {
  if (claims === null) {
    const due = [...expected].slice(0, maxComponents);
    return fold(heldWords(before, expected), due, maxComponents);
  }
  const said = reportedWords(claims);
  const gone = before.filter((old) => !expected.has(old.name) && !said.has(old.name) && isKept(old));
  for (const { name } of gone) if (name !== restName) said.set(name, absent);
  const seen = before.filter(({ name }) => said.has(name)).map(({ name }) => name);
  const words = fold(said, [...expected, ...seen], maxComponents);
  if (gone.some(({ name }) => name === restName) && !words.has(restName)) words.set(restName, absent);
  return words;
}

/** Though listed no more: its outage is confirmed. One that was due and is no longer goes at once. */
function isKept({ expected, streak }: ComponentState): boolean {
  return !expected && (streak.confirmed ?? 0) > 0;
}

/** What holds between answers: not those that were expected and, after a reload, no longer are. */
function heldWords(before: readonly ComponentState[], expected: ReadonlySet<string>): Map<string, Word> {
  const held = before.filter((component) => !component.expected || expected.has(component.name));
  return new Map(held.map((component) => [component.name, component]));
}

/** One listed twice is the worse of the two. */
function reportedWords({ components }: Claims): Map<string, Word> {
  const words = new Map<string, Word>();
  for (const { name, reported } of components) addWord(words, clean(name), wordOf(reported));
  return words;
}

/** Those due, then the others; what is beyond `max` becomes one, the worst of them. */
function fold(said: ReadonlyMap<string, Word>, due: readonly string[], max: number): Map<string, Word> {
  const words = new Map<string, Word>();
  const names = new Set([...due, ...said.keys()]);
  // A component that bears the rest's own name goes with it, last.
  const hasRest = names.delete(restName);
  for (const name of names) addWord(words, words.size < max ? name : restName, said.get(name) ?? nothingSaid);
  if (hasRest) addWord(words, restName, said.get(restName) ?? nothingSaid);
  return words;
}

function addWord(words: Map<string, Word>, name: string, word: Word): void {
  const twin = words.get(name);
  if (twin === undefined || stateCode(word.state) > stateCode(twin.state)) words.set(name, word);
}

function newborn(name: string, nowMs: number): ComponentState {
  return { name, expected: false, state: 'unknown', reported: null, sinceMs: nowMs, streak: emptyStreak };
}

function isSame(old: ComponentState, next: Omit<ComponentState, 'sinceMs'>): boolean {
  return (
    old.expected === next.expected &&
    old.state === next.state &&
    old.reported === next.reported &&
    old.streak === next.streak
  );
}

// What is remembered of drift: in which ways answers differed from what is shown, since when and how often.
import type { Drift, DriftRule } from '../model/belief.ts';
import type { Deployment } from '../model/deployment.ts';
import type { CheckResult, Finding } from '../model/round.ts';
import { sameItems } from './streak.ts';

/** Entries of one deployment; beyond them the one seen longest ago gives way. */
const maxDrift = 50;
/** What was not seen for this long is over: repaired, or learned. */
const keptMs = 30 * 86_400_000;
/** A target that keeps this many entries busy within such a time is told of no more: see `news`. */
const busyMs = 86_400_000;

type DriftFinding = Finding & { readonly rule: DriftRule };

/**
 * One entry a rule, check and path (and word, for unknown words), in the order in which they were first seen; the same
 * array when nothing changed. What the configuration no longer checks goes, and so does what is long over.
 */
export function driftAfter(
  deployment: Deployment,
  before: readonly Drift[],
  runs: readonly CheckResult[],
  nowMs: number,
): readonly Drift[] {
  const entries = new Map<string, Drift>();
  for (const entry of before) entries.set(keyOf(entry), entry);
  for (const [key, finding] of shownBy(runs)) entries.set(key, seen(entries.get(key), finding, nowMs));
  const isKept = (entry: Drift) => nowMs - entry.lastSeenMs < keptMs && isChecked(deployment, entry);
  const after = bounded([...entries.values()].filter(isKept));
  return sameItems(before, after) ? before : after;
}

/** For people: what is new under one rule. */
export interface DriftNews {
  readonly rule: DriftRule;
  /** `components[].tags (string "x") and 3 more` */
  readonly text: string;
}

/**
 * New entries, told once a rule. None while the memory is full of what was seen of late: a target that makes up
 * fields in every round fills it, and neither the log nor the disk after that.
 */
export function driftNews(before: readonly Drift[], after: readonly Drift[], nowMs: number): DriftNews[] {
  if (before === after) return [];
  if (before.filter(({ lastSeenMs }) => nowMs - lastSeenMs < busyMs).length >= maxDrift) return [];
  const known = new Set(before.map(keyOf));
  const added = Map.groupBy(
    after.filter((entry) => !known.has(keyOf(entry))),
    ({ rule }) => rule,
  );
  return [...added].map(([rule, entries]) => ({ rule, text: textOf(entries) }));
}

function isChecked({ checks, rules }: Deployment, { rule, check }: Drift): boolean {
  // A remembered rule may be in the table no more.
  return (rules[rule] ?? 'off') !== 'off' && checks.some(({ endpoint }) => endpoint === check);
}

/** Each way once, as its last finding has it. */
function shownBy(runs: readonly CheckResult[]): Map<string, DriftFinding> {
  const shown = new Map<string, DriftFinding>();
  for (const { findings } of runs) {
    for (const finding of findings) {
      if (!isDrift(finding)) continue;
      const pathless = { ...finding, path: withoutIndexes(finding.path) };
      shown.set(keyOf(pathless), pathless);
    }
  }
  return shown;
}

function isDrift(finding: Finding): finding is DriftFinding {
  return finding.rule.startsWith('drift.');
}

function withoutIndexes(path: string): string {
  return path.replace(/\[\d+\]/g, '[]');
}

function keyOf({ rule, check, path, observed }: Pick<Drift, 'rule' | 'check' | 'path' | 'observed'>): string {
  return JSON.stringify([rule, check, path, rule === 'drift.unknown_word' ? observed : '']);
}

function seen(entry: Drift | undefined, finding: DriftFinding, nowMs: number): Drift {
  const { rule, check, path, message, expected, observed } = finding;
  return {
    ...{ rule, check, path, message, expected, observed },
    // The clock may have been set back.
    firstSeenMs: Math.min(entry?.firstSeenMs ?? nowMs, nowMs),
    lastSeenMs: nowMs,
    count: (entry?.count ?? 0) + 1,
  };
}

/** Of those seen at the same time the one known longer stays, so that a round with too many changes nothing. */
function bounded(entries: readonly Drift[]): readonly Drift[] {
  if (entries.length <= maxDrift) return entries;
  const latest = entries.toSorted((left, right) => right.lastSeenMs - left.lastSeenMs).slice(0, maxDrift);
  const kept = new Set(latest);
  return entries.filter((entry) => kept.has(entry));
}

function textOf(entries: readonly Drift[]): string {
  const [first, ...others] = entries.map(({ path, observed }) => `${path || 'the answer'} (${observed})`);
  return others.length === 0 ? `${first}` : `${first} and ${others.length} more`;
}

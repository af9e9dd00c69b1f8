// What became of `${…}`: where it is refused, what is shown instead, and which values must not be shown.
import { type Secret, secret } from '../model/secret.ts';
import type { Draft, Path } from './issues.ts';
import { childOf, entryAt, type Source, valueAt } from './source.ts';

/** Shorter values are too likely to be ordinary words of an answer. */
export const minReferenceLength = 6;
export const minHeaderLength = 8;

/** What people see of the text at a path. */
export function shownAt(source: Source, path: Path | null, real: string): string {
  return path === null ? real : (entryAt(source, path)?.substitution?.shown ?? real);
}

/**
 * Labels, and what is told beside an answer, must be written out: redacted, they would say nothing. The paths are of
 * texts or lists of them.
 */
export function refuseReferences(source: Source, paths: readonly Path[], problems: Draft[]): void {
  for (const path of paths) {
    const inList = [...(source.places.get(valueAt(source, path))?.entries.keys() ?? [])];
    for (const each of [path, ...inList.map((key) => [...path, key])]) {
      if (entryAt(source, each)?.substitution) {
        problems.push({
          path: each,
          expected: `text written out: it is shown, and what comes from \${…} never is`,
        });
      }
    }
  }
}

export type SecretKeeper = (value: string) => Secret;

/** One Secret a value, however often it occurs. */
export function secretKeeper(): SecretKeeper {
  const known = new Map<string, Secret>();
  return (value) => {
    const kept = known.get(value) ?? secret(value);
    known.set(value, kept);
    return kept;
  };
}

/** Everything substituted in a part of the configuration; each part is searched once. */
export function referenceCollector(source: Source): (part: unknown) => readonly string[] {
  const known = new Map<unknown, readonly string[]>();
  const collect = (part: unknown): readonly string[] => {
    const place = source.places.get(part);
    if (place === undefined) return [];
    const before = known.get(part);
    if (before !== undefined) return before;
    const found: string[] = [];
    for (const [key, { substitution }] of place.entries) {
      found.push(...(substitution?.values ?? []));
      for (const value of collect(childOf(part, key))) found.push(value);
    }
    known.set(part, found);
    return found;
  };
  return collect;
}

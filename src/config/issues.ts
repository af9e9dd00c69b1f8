// A problem before its place in the file is known, and what zod has to say about a section as such.
import type { z } from 'zod';

export type Path = readonly (string | number)[];

/** A problem as the checks state it: where in the configuration, not where in the file. */
export interface Draft {
  readonly path: Path;
  readonly expected: string;
  /** What came, where that is not simply the value at the path. Must not hold a secret. */
  readonly observed?: string;
  /** The key at the path is meant, not its value. */
  readonly atKey?: boolean;
  /** Where it stands, in characters, where the path alone does not say. */
  readonly offset?: number;
}

type Issue = z.core.$ZodIssue;

/**
 * The value a schema makes of a section; null, with its problems added, where it does not fit. Unknown keys are
 * problems too, and hide none of what the other keys still have to be checked for.
 */
export function parseSection<Schema extends z.ZodType>(
  schema: Schema,
  raw: unknown,
  path: Path,
  problems: Draft[],
): z.output<Schema> | null {
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  problems.push(...parsed.error.issues.flatMap((issue) => draftsOf(issue, path)));
  return schema.safeParse(withoutUnknown(raw, parsed.error.issues)).data ?? null;
}

function withoutUnknown(raw: unknown, issues: readonly Issue[]): unknown {
  const copy: unknown = structuredClone(raw);
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') continue;
    const container = issue.path.reduce<unknown>(
      (part, key) => (isMapping(part) ? part[key] : undefined),
      copy,
    );
    for (const key of issue.keys) if (isMapping(container)) delete container[key];
  }
  return copy;
}

function isMapping(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null;
}

function draftsOf(issue: Issue, base: Path): Draft[] {
  const path = [...base, ...issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key))];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => unknownKey([...path, key], issue.message.split(', ')));
  }
  if (issue.code === 'invalid_key') {
    return [{ path, atKey: true, expected: issue.issues[0]?.message ?? issue.message }];
  }
  if (issue.code === 'invalid_union') {
    const meant = issue.errors.find((issues) => !issues.some(isOfAnotherType));
    if (meant !== undefined) return meant.flatMap((inner) => draftsOf(inner, path));
  }
  const atKey = issue.code === 'custom' && issue.params?.atKey === true;
  return [{ path, atKey, expected: issue.message }];
}

/** Of the forms an option may have, the one meant is that whose type fits: list, mapping or text. */
function isOfAnotherType({ code, path }: Issue): boolean {
  return code === 'invalid_type' && path.length === 0;
}

/** A key that is none of those known, with the one that was probably meant. */
export function unknownKey(path: Path, known: readonly string[]): Draft {
  const key = String(path.at(-1));
  // Two edits make anything of a short word.
  const edits = [1, 2].filter((count) => 2 * count <= key.length);
  const meant = edits.flatMap((count) => known.find((name) => isNear(name, key, count)) ?? [])[0];
  const hint = meant === undefined ? '' : ` (did you mean ${meant}?)`;
  return { path, atKey: true, expected: `one of the keys ${known.join(', ')}${hint}` };
}

/** Whether so many letters put in, left out or replaced make one word of the other. */
function isNear(a: string, b: string, edits: number): boolean {
  let same = 0;
  while (same < a.length && a[same] === b[same]) same += 1;
  const [left, right] = [a.slice(same), b.slice(same)];
  if (left === right || edits === 0) return left === right;
  const [shorterLeft, shorterRight] = [left.slice(1), right.slice(1)];
  const rests = [
    [shorterLeft, right],
    [left, shorterRight],
    [shorterLeft, shorterRight],
  ] as const;
  return rests.some(([one, other]) => isNear(one, other, edits - 1));
}

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

/** The value a schema makes of a section; null, with its problems added, where it does not fit. */
export function parseSection<Schema extends z.ZodType>(
  schema: Schema,
  raw: unknown,
  path: Path,
  problems: Draft[],
): z.output<Schema> | null {
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  problems.push(...parsed.error.issues.flatMap((issue) => draftsOf(issue, path)));
  return null;
}

function draftsOf(issue: Issue, base: Path): Draft[] {
  const path = [...base, ...issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key))];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...path, key], atKey: true, expected: issue.message }));
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

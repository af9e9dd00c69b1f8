// What zod has to say about a section, as problems.
import type { z } from 'zod';
import type { Draft, Path } from './draft.ts';

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

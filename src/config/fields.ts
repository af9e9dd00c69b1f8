// The kinds of option the schema is made of; each one's `error` is what a problem shows as "expected" (for unknown keys: those known).
import { z } from 'zod';
import {
  durationPattern,
  formatDuration,
  formatSize,
  parseDuration,
  parseSize,
  sizePattern,
} from './units.ts';

export const flag = z.boolean({ error: 'true or false' });

export function oneOf<const Value extends string | number>(values: readonly Value[]) {
  return z.literal(values, { error: `one of ${values.join(', ')}` });
}

export function text(expected: string, pattern: RegExp) {
  return z.string({ error: expected }).regex(pattern, { error: expected });
}

/** A share, above 0 and below 1. */
export function percentage(example: string) {
  const error = `a percentage above 0% and below 100%, such as ${example}`;
  return text(error, /^(?!0+(\.0+)?%)\d{1,2}(\.\d{1,6})?%$/).transform((percent) =>
    Number((Number.parseFloat(percent) / 100).toFixed(8)),
  );
}

export function whole(min: number, max: number) {
  const error = `a whole number from ${min} to ${max}`;
  return z.int({ error }).min(min, { error }).max(max, { error });
}

interface DurationBounds {
  readonly minMs: number;
  readonly maxMs: number;
  /** What the duration is a multiple of; 1 ms unless given. */
  readonly stepMs?: number;
  readonly example: string;
}

/** A duration in milliseconds. */
export function duration(bounds: DurationBounds) {
  const error = expectedDuration(bounds);
  return text(error, durationPattern).transform((written, context) => {
    const ms = parseDuration(written);
    if (ms !== null && isWithin(ms, bounds)) return ms;
    context.addIssue({ code: 'custom', message: error });
    return z.NEVER;
  });
}

/** A duration in milliseconds, or null for `off`. */
export function durationOrOff(bounds: DurationBounds) {
  const error = `${expectedDuration(bounds)}, or off`;
  return text(error, /^(off|\d{1,9}(ms|s|m|h|d))$/).transform((written, context) => {
    const ms = parseDuration(written);
    if (ms === null || isWithin(ms, bounds)) return ms;
    context.addIssue({ code: 'custom', message: error });
    return z.NEVER;
  });
}

function expectedDuration({ minMs, maxMs, stepMs, example }: DurationBounds): string {
  const step = stepMs === undefined ? '' : ` in steps of ${formatDuration(stepMs)}`;
  return `a duration from ${formatDuration(minMs)} to ${formatDuration(maxMs)}${step}, such as "${example}"`;
}

function isWithin(ms: number, { minMs, maxMs, stepMs = 1 }: DurationBounds): boolean {
  return ms >= minMs && ms <= maxMs && ms % stepMs === 0;
}

/** A size in bytes. */
export function size(minBytes: number, maxBytes: number) {
  const error = `a size from ${formatSize(minBytes)} to ${formatSize(maxBytes)}, such as "1MiB"`;
  return text(error, sizePattern).transform((written, context) => {
    const bytes = parseSize(written);
    if (bytes !== null && bytes >= minBytes && bytes <= maxBytes) return bytes;
    context.addIssue({ code: 'custom', message: error });
    return z.NEVER;
  });
}

/** A mapping of known keys: `x-*` keys only hold anchors, and a key with nothing behind it is `{}`. */
export function mapping<Shape extends z.ZodRawShape>(shape: Shape) {
  const known = Object.keys(shape).join(', ');
  return z.preprocess(
    withoutAnchors,
    z.strictObject(shape, {
      error: ({ code }) => (code === 'unrecognized_keys' ? known : 'a mapping'),
    }),
  );
}

/** A mapping whose keys the operator chooses. */
export function dictionary<Key extends z.ZodString, Value extends z.ZodType>(
  key: Key,
  value: Value,
  maxEntries: number,
) {
  return z.preprocess(withoutAnchors, entries(key, value, maxEntries));
}

/** As a dictionary, but `x-*` are keys like any other: headers are called so. */
export function entries<Key extends z.ZodString, Value extends z.ZodType>(
  key: Key,
  value: Value,
  maxEntries: number,
) {
  const error = `a mapping of at most ${maxEntries} keys`;
  return z.record(key, value, { error }).refine((all) => Object.keys(all).length <= maxEntries, { error });
}

export function emptyForNothing(input: unknown): unknown {
  return input === null ? {} : input;
}

function withoutAnchors(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return emptyForNothing(input);
  const all = Object.entries(input);
  const kept = all.filter(([key]) => !key.startsWith('x-'));
  return kept.length === all.length ? input : Object.fromEntries(kept);
}

/** A list of different items. */
export function list<Item extends z.ZodType<string>>(item: Item, minItems: number, maxItems: number) {
  const error = `a list of ${minItems} to ${maxItems}`;
  return z
    .array(item, { error })
    .min(minItems, { error })
    .max(maxItems, { error })
    .superRefine((items, context) => {
      const seen = new Set<string>();
      for (const [index, one] of items.entries()) {
        if (seen.has(one)) context.addIssue({ code: 'custom', path: [index], message: 'each item once' });
        seen.add(one);
      }
    });
}

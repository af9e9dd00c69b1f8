// Durations and sizes as people write them (15s, 64KiB), to milliseconds and bytes and back.

const durationUnits = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const sizeUnits = { KiB: 1_024, MiB: 1_048_576 } as const;

/** At most nine digits: whatever the unit, the product is a safe integer. */
export const durationPattern = /^(\d{1,9})(ms|s|m|h|d)$/;
export const sizePattern = /^(\d{1,9})(KiB|MiB)$/;

/** Milliseconds of `500ms`, `15s`, `5m`, `1h`, `400d`; null for anything else. */
export function parseDuration(text: string): number | null {
  return parse(text, durationPattern, durationUnits);
}

/** Bytes of `64KiB`, `1MiB`; null for anything else. */
export function parseSize(text: string): number | null {
  return parse(text, sizePattern, sizeUnits);
}

function parse(text: string, pattern: RegExp, units: Readonly<Record<string, number>>): number | null {
  const [, count, unit] = pattern.exec(text) ?? [];
  const factor = unit === undefined ? undefined : units[unit];
  return factor === undefined ? null : Number(count) * factor;
}

/** The shortest way to write some milliseconds: `90s` for 90000, `2m` for 120000, `0s` for none. */
export function formatDuration(ms: number): string {
  return ms === 0 ? '0s' : format(ms, durationUnits);
}

/** `64KiB`, `1MiB`; of whole KiB only. */
export function formatSize(bytes: number): string {
  return format(bytes, sizeUnits);
}

function format(amount: number, units: Readonly<Record<string, number>>): string {
  const [unit, factor] = Object.entries(units).findLast(([, size]) => amount % size === 0) ?? ['', 1];
  return `${amount / factor}${unit}`;
}

// Numbers as the text formats of Prometheus write them, straight into bytes where that is quick.

/** The longest that a number can be: `-1.2345678901234567e+300`. */
export const maxNumberBytes = 32;

/** A decimal of at most 15 digits is the shortest of the double nearest to it (IEEE 754, DBL_DIG). */
const tooLarge = 1e15;
/** From here on downwards the shortest form has an exponent. */
const smallest = 1e-6;
/** What an int32 can hold of digits. */
const wordDigits = 9;
const word = 1e9;

const [zero = 0, point = 0, minus = 0] = Buffer.from('0.-');

/** Writes a number as JavaScript's shortest text, `NaN` and `+Inf` and `-Inf` as such; returns where it ended. */
export function copyNumber(value: number, into: Uint8Array, at: number): number {
  if (value >= 0 && value < 10 && value === Math.trunc(value)) {
    into[at] = zero + value;
    return at + 1;
  }
  const size = Math.abs(value);
  if (!(size >= smallest && size < tooLarge)) return copyText(value, into, at);
  let end = at;
  if (value < 0) {
    into[end] = minus;
    end += 1;
  }
  if (size === Math.trunc(size)) return copyInteger(size, into, end);
  // Nanoseconds for what was measured, milliseconds for instants: in seconds both are short decimals.
  const digits = size < 1e6 ? 9 : 3;
  const scale = size < 1e6 ? 1e9 : 1e3;
  const scaled = Math.round(size * scale);
  if (scaled >= tooLarge || scaled / scale !== size) return copyText(value, into, at);
  const whole = Math.trunc(size);
  end = copyInteger(whole, into, end);
  into[end] = point;
  return copyFraction(scaled - whole * scale, digits, into, end + 1);
}

function copyInteger(value: number, into: Uint8Array, at: number): number {
  if (value < word) return copyDigits(value, digitsOf(value), into, at);
  const high = Math.trunc(value / word);
  return copyDigits(value - high * word, wordDigits, into, copyDigits(high, digitsOf(high), into, at));
}

/** Without the zeros at its end. */
function copyFraction(fraction: number, digits: number, into: Uint8Array, at: number): number {
  let end = copyDigits(fraction, digits, into, at);
  while (into[end - 1] === zero) end -= 1;
  return end;
}

/** An integer below 10^9 in so many digits, from the last to the first. */
function copyDigits(value: number, digits: number, into: Uint8Array, at: number): number {
  let rest = value | 0;
  for (let index = at + digits - 1; index >= at; index -= 1) {
    const tenth = (rest / 10) | 0;
    into[index] = zero + rest - tenth * 10;
    rest = tenth;
  }
  return at + digits;
}

function digitsOf(value: number): number {
  let digits = 1;
  for (let bound = 10; value >= bound; bound *= 10) digits += 1;
  return digits;
}

function copyText(value: number, into: Uint8Array, at: number): number {
  const text = Number.isFinite(value) || Number.isNaN(value) ? String(value) : value > 0 ? '+Inf' : '-Inf';
  for (let index = 0; index < text.length; index += 1) into[at + index] = text.charCodeAt(index);
  return at + text.length;
}

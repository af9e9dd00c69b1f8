// A string that must not be shown, carried as something that cannot show itself.

/** A string that must not be shown: prints as `[redacted]` everywhere, and is read only by `reveal()`. */
export interface Secret {
  readonly reveal: () => string;
  readonly toString: () => string;
  readonly toJSON: () => string;
}

export const redacted = '[redacted]';

export function secret(value: string): Secret {
  return Object.freeze({ reveal: () => value, toString: () => redacted, toJSON: () => redacted });
}

/** Replaces secrets in the first `length` characters of a text (all of it unless given); none is cut in two. */
export type Redact = (text: string, length?: number) => string;

/** Every occurrence of the given texts becomes `[redacted]`, the longest first: one may begin with another. */
export function redactor(texts: readonly string[]): Redact {
  const hidden = texts.filter((text) => text !== '').sort((left, right) => right.length - left.length);
  return (text, length = text.length) =>
    hidden.reduce(
      (left, each) => left.replaceAll(each, redacted),
      text.slice(0, endOf(text, hidden, Math.min(length, text.length))),
    );
}

/** Where to cut a text: at `end`, or before the first secret that reaches over it. Looks at no more than that. */
function endOf(text: string, hidden: readonly string[], end: number): number {
  for (const each of hidden) {
    const from = Math.max(0, end - each.length + 1);
    const at = text.slice(from, end + each.length - 1).indexOf(each);
    if (at !== -1) return endOf(text, hidden, from + at);
  }
  return end;
}

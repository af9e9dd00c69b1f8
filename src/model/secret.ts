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

/** Replaces every occurrence of the given texts by `[redacted]`, the longest first: one may begin with another. */
export function redactor(texts: readonly string[]): (text: string) => string {
  const hidden = texts.filter((text) => text !== '').sort((left, right) => right.length - left.length);
  return (text) => hidden.reduce((left, each) => left.replaceAll(each, redacted), text);
}

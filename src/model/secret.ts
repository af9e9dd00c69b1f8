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

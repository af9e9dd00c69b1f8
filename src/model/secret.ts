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

const redactors = new WeakMap<readonly Secret[], Redact>();

/** Every occurrence of these secrets, in any of their `forms`, becomes `[redacted]`. Made once for one array. */
export function redactorOf(secrets: readonly Secret[]): Redact {
  const made = redactors.get(secrets) ?? redactor(new Set(secrets.flatMap(({ reveal }) => forms(reveal()))));
  redactors.set(secrets, made);
  return made;
}

/** The longest first: one may begin with another. */
function redactor(texts: ReadonlySet<string>): Redact {
  const hidden = [...texts].filter((text) => text !== '').sort((left, right) => right.length - left.length);
  return (text, length = text.length) =>
    hidden.reduce(
      (left, each) => left.replaceAll(each, redacted),
      text.slice(0, endOf(text, hidden, Math.min(length, text.length))),
    );
}

/** How a text comes back from who was sent it: as it is, in JSON, in a URL, in base64, in HTML. Some may be the same. */
function forms(text: string): string[] {
  const inJson = JSON.stringify(text).slice(1, -1);
  const bytes = Buffer.from(text);
  const inBase64 = bytes.toString('base64');
  return [
    text,
    inJson,
    inJson.replaceAll('/', '\\/'),
    encodeURIComponent(text.toWellFormed()),
    inBase64,
    inBase64.replace(/=+$/, ''),
    bytes.toString('base64url'),
    ...quotesInHtml.map((quotes) => inHtml(text, quotes)),
  ];
}

/** `"` and `'` as lodash and Jinja, Python, and Go write them. */
const quotesInHtml = [
  ['&quot;', '&#39;'],
  ['&quot;', '&#x27;'],
  ['&#34;', '&#39;'],
] as const;

function inHtml(text: string, [double, single]: readonly [string, string]): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', double)
    .replaceAll("'", single);
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

// One answer as evidence shows it: bounded, copied, and without what would let a reader in.
import type { Deployment } from '../model/deployment.ts';
import type { Exhibit } from '../model/evidence.ts';
import type { Observation } from '../model/round.ts';
import { redacted, redactor } from '../model/secret.ts';
import type { Reason } from '../model/states.ts';
import { printable } from './wording.ts';

/** Characters of a body that are shown. */
const maxBodyLength = 4_096;
/** Searched for secrets: one that begins in what is shown has room to end, escaped too. */
const searchedLength = 2 * maxBodyLength;
/** Headers that are shown, in the order they came, and characters of the name and value of each. */
const maxHeaders = 32;
const maxHeaderLength = 200;
/** Characters of what a failure says. */
const maxMessageLength = 200;

/** Names of headers whose values let somebody in: cookies, tokens, challenges with a nonce, echoed credentials. */
const secretHeader = /cookie|auth|token|secret|session|api-?key|csrf|xsrf|password|credential/;

/** The observation is without the deployment's own secrets already, in the form in which they were sent. */
export function exhibitOf(
  { secrets }: Deployment,
  { endedMs, failure, status, headers, phases, durationMs, body, bodyBytes }: Observation,
  reason: Reason | null,
): Exhibit {
  return {
    atMs: endedMs,
    reason,
    failure: failure === null ? null : { ...failure, message: printable(failure.message, maxMessageLength) },
    status,
    headers: shownHeaders(headers),
    phases,
    durationMs,
    body:
      body === null ? null : hidesSecret(body.slice(0, searchedLength), secrets) ? redacted : headOf(body),
    bodyBytes,
  };
}

/** The first characters of a body, as a copy: a mere slice would keep all of it alive. */
export function headOf(body: string): string {
  return Buffer.from(body.slice(0, maxBodyLength)).toString();
}

/** Whether a text holds a secret once the escapes of JSON (`\/`, `\u003d`) or of HTML (`&#x3D;`) are undone. */
export function hidesSecret(text: string, secrets: Deployment['secrets']): boolean {
  if (secrets.length === 0) return false;
  const clean = redactor(secrets.map((hidden) => hidden.reveal()));
  return [withoutJsonEscapes(text), withoutHtmlEscapes(text)].some((plain) => clean(plain) !== plain);
}

function withoutJsonEscapes(text: string): string {
  return text.replace(/\\(?:u([0-9a-f]{4})|(.))/gi, (_, hex?: string, char?: string) =>
    hex === undefined ? (char ?? '') : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** An error page that shows the request it got is HTML. */
function withoutHtmlEscapes(text: string): string {
  const escapes = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi;
  return text.replace(escapes, (_, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return entities[name.toLowerCase()] ?? '';
    return String.fromCharCode(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
  });
}

function shownHeaders(headers: Observation['headers']): Observation['headers'] {
  const shown = Object.entries(headers).slice(0, maxHeaders);
  return Object.fromEntries(
    shown.map(([name, value]) => [
      printable(name, maxHeaderLength),
      secretHeader.test(name) ? redacted : printable(value, maxHeaderLength),
    ]),
  );
}

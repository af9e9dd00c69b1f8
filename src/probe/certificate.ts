// The peer's certificate as it was shown in the handshake, and whether it may be trusted.
import type { TLSSocket } from 'node:tls';
import type { Certificate } from '../model/round.ts';

const maxNameChars = 200;

/** Why Node would not trust the peer (chain, dates, host name; as a code); null when it would. */
export function verificationError(socket: TLSSocket): string | null {
  if (socket.authorized) return null;
  // Typed as Error, yet it is the code as a string for everything but a wrong host name's message.
  const error: unknown = socket.authorizationError;
  return typeof error === 'string' ? error : 'UNAUTHORIZED';
}

/** null where the peer showed none. Names are bounded, as a target may put anything there. */
export function readCertificate(socket: TLSSocket, error: string | null): Certificate | null {
  const peer = socket.getPeerX509Certificate();
  if (peer === undefined) return null;
  return {
    notAfterMs: readDate(peer.validTo),
    subject: oneLine(peer.subject),
    issuer: oneLine(peer.issuer),
    error,
  };
}

/** As OpenSSL prints it, `Feb 19 03:02:44 2027 GMT`; what it calls a bad time value is no date. */
function readDate(text: string): number | null {
  const atMs = /^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4} GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(atMs) ? null : atMs;
}

/** From one attribute a line to `C=DE, CN=files.example.com`; a name without any is undefined. */
function oneLine(name: string | undefined): string {
  return (name ?? '').replaceAll('\n', ', ').slice(0, maxNameChars);
}

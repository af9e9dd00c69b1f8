// Every error on the way to an answer, as a Failure with a kind of the closed list.
import { errors } from 'undici';
import type { Failure, FailureKind } from '../model/round.ts';
import type { PhaseName } from '../model/states.ts';
import type { Wire } from './wire.ts';

const maxMessageChars = 200;

/** An error we raise ourselves, which knows its kind already. */
export class ProbeError extends Error {
  readonly kind: FailureKind;
  readonly code: string;

  constructor(kind: FailureKind, code: string, message: string) {
    super(message);
    this.kind = kind;
    this.code = code;
  }
}

// Failing before the request is written, the phase says it all: the same ECONNRESET is tls in a handshake.
const kindByPhase: Partial<Record<PhaseName, FailureKind>> = { dns: 'dns', connect: 'connect', tls: 'tls' };

const kindByCode: Readonly<Record<string, FailureKind>> = {
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  ETIMEDOUT: 'reset',
  UND_ERR_SOCKET: 'reset',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'protocol',
  UND_ERR_HEADERS_OVERFLOW: 'too_large',
  ERR_BUFFER_TOO_LARGE: 'too_large',
  Z_DATA_ERROR: 'encoding',
  Z_BUF_ERROR: 'encoding',
};

const kindByPrefix: readonly (readonly [prefix: string, kind: FailureKind])[] = [
  ['ERR_SSL_', 'tls'],
  ['ERR__ERROR_', 'encoding'],
];

/** Ours in any phase: this machine is out of files, ports' buffers or memory, or we asked for nonsense. */
const ourCodes: ReadonlySet<string> = new Set([
  'EMFILE',
  'ENFILE',
  'ENOBUFS',
  'ENOMEM',
  'UND_ERR_INVALID_ARG',
  'ERR_INVALID_URL',
]);

/** Nothing came back from that address, or nothing was let out to it: of several, another may tell more. */
const silentCodes: ReadonlySet<string> = new Set([
  'EACCES',
  'EADDRNOTAVAIL',
  'EHOSTUNREACH',
  'EINVAL',
  'ENETDOWN',
  'ENETUNREACH',
  'EPERM',
  'ETIMEDOUT',
]);

/** Whether we failed, which says nothing of the target: by its code, or as nothing tells what it could be. */
export function isOurs(error: unknown, phase: PhaseName): boolean {
  const code = codeIn(error);
  return code === null ? kindByPhase[phase] === undefined : ourCodes.has(code);
}

/** For what is not ours. `INTERNAL` is the code of what has none, in a phase that says what it is. */
export function toFailure(error: unknown, phase: PhaseName): Failure {
  const code = codeIn(error);
  return {
    kind: kindOf(error, code, phase),
    phase,
    code: code ?? 'INTERNAL',
    message: causesOf(error).map(messageOf).join('; ').slice(0, maxMessageChars),
  };
}

/**
 * What undici reported, or the cause that it did not tell: a TLS alert after the handshake, or that a broken
 * body is one that was cut short.
 */
export function rootCause(error: Error, seen: Wire, status: number | null): Error {
  if (codeOf(seen.error)?.startsWith('ERR_SSL_')) return seen.error ?? error;
  if (status === null || !isCut(error)) return error;
  if (seen.error !== null && seen.error !== error) return seen.error;
  return seen.ended ? new ProbeError('reset', 'CUT', 'the body ended before its length') : error;
}

function isCut(error: unknown): boolean {
  return (
    error instanceof errors.HTTPParserError || error instanceof errors.ResponseContentLengthMismatchError
  );
}

function kindOf(error: unknown, code: string | null, phase: PhaseName): FailureKind {
  if (error instanceof ProbeError) return error.kind;
  if (kindByPhase[phase] !== undefined) return kindByPhase[phase];
  if (code === null) return 'protocol';
  return kindByCode[code] ?? kindByPrefix.find(([prefix]) => code.startsWith(prefix))?.[1] ?? 'protocol';
}

/** One for each address that was tried. */
function causesOf(error: unknown): readonly unknown[] {
  return error instanceof AggregateError && error.errors.length > 0 ? error.errors : [error];
}

/** Of several addresses the first that says the most: a host without a route to its IPv6 address may refuse on IPv4. */
function codeIn(error: unknown): string | null {
  const codes = causesOf(error).flatMap((cause) => codeOf(cause) ?? []);
  return codes.find((code) => !silentCodes.has(code)) ?? codes[0] ?? codeOf(error);
}

function codeOf(error: unknown): string | null {
  if (error instanceof errors.HTTPParserError) return error.code ?? 'HTTP_PARSER';
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' ? code : null;
}

function messageOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : (codeOf(error) ?? String(error));
}

// Everything that is refused or fails is answered in one shape: { "error": { "code", "message" } }.
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';

/** Thrown by a route; `code` is part of the API. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly statusCode: number;
  readonly code: string;

  constructor(statusCode: number, code: string, message: string) {
    super(message);
    this.statusCode = statusCode;
    this.code = code;
  }
}

function errorBody(code: string, message: string): string {
  return JSON.stringify({ error: { code, message } });
}

export function sendError(reply: FastifyReply, status: number, code: string, message: string): FastifyReply {
  return reply
    .code(status)
    .removeHeader('etag')
    .header('content-type', 'application/json')
    .header('cache-control', 'no-store')
    .send(Buffer.from(errorBody(code, message)));
}

export function refuseMethod(reply: FastifyReply, allowed: 'GET' | 'GET, HEAD'): FastifyReply {
  reply.header('allow', allowed);
  return sendError(reply, 405, 'method_not_allowed', 'Everything here is read with GET.');
}

export function handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { statusCode, code, message } = refusalOf(error, request);
  return sendError(reply, statusCode, code, message);
}

/** Errors of ours say what they are; what was not foreseen is logged, and tells the asker nothing. */
export function refusalOf(error: FastifyError, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const problems = error.validation.map(
      ({ instancePath, message }) => `${instancePath.slice(1).replaceAll('/', '.')}: ${message}`,
    );
    return new Refusal(400, 'bad_request', problems.join('; '));
  }
  const status = error.statusCode ?? 500;
  if (status < 500) return new Refusal(status, 'bad_request', 'The request cannot be read.');
  request.log.error({ err: error }, 'request failed');
  return new Refusal(500, 'internal', 'The request failed on our side.');
}

export function handleNotFound(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendError(reply, 404, 'not_found', 'There is nothing at this path.');
}

const clientErrors: Readonly<Record<string, readonly [number, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
};

/** What never became a request: not HTTP, headers too large, sent too slowly. */
export function handleClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable) return void socket.destroy();
  const [status, phrase] = clientErrors[error.code ?? ''] ?? [400, 'Bad Request'];
  const body = errorBody('bad_request', phrase);
  socket.end(
    `HTTP/1.1 ${status} ${phrase}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

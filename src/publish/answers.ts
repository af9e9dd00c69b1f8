// Answers built once per snapshot and kept as bytes, with the ETag that lets a reader skip an unchanged one.
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Snapshot } from '../model/snapshot.ts';
import { createTurns } from '../turns.ts';
import { acceptsGzip } from './accept.ts';
import { pack } from './pack.ts';

export interface Answer {
  /** UTF-8; Fastify adds a charset to strings, and the document says application/json without one. */
  readonly body: Buffer;
  /** Strong, quotes included. */
  readonly etag: string;
}

/** Distinct questions (filters, cursors) whose answers one snapshot keeps; more are built each time. */
const maxKeptAnswers = 64;

export interface Answers {
  /** The answer to the question `key` of this snapshot, built at most once while it is kept. */
  readonly of: (snapshot: Snapshot, key: string, build: () => Iterable<string>) => Promise<Answer>;
}

export function createAnswers(): Answers {
  const kept = new WeakMap<Snapshot, Map<string, Promise<Answer>>>();
  return {
    of: (snapshot, key, build) => {
      const answers = kept.get(snapshot) ?? new Map<string, Promise<Answer>>();
      kept.set(snapshot, answers);
      const known = answers.get(key);
      if (known !== undefined) return known;
      const answer = answerOf(build);
      if (answers.size < maxKeptAnswers) {
        answers.set(key, answer);
        answer.catch(() => answers.delete(key));
      }
      return answer;
    },
  };
}

/** Built piece by piece, in short turns: the answer about a large fleet holds up nothing. */
export async function answerOf(build: () => Iterable<string>): Promise<Answer> {
  const turn = createTurns();
  const hash = createHash('sha256');
  const pieces: Buffer[] = [];
  for (const piece of build()) {
    const bytes = Buffer.from(piece);
    hash.update(bytes);
    pieces.push(bytes);
    await turn();
  }
  return { body: Buffer.concat(pieces), etag: `"${hash.digest('base64url')}"` };
}

/** If-None-Match compares weakly (RFC 9110, section 13.1.2); whoever has one coding of an answer has them all. */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const known = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, '').replace(packedTag, '"'));
  return known.includes('*') || known.includes(etag);
}

/** Less fits a packet or two as it is. */
const leastPackedBytes = 1_024;
/** A strong ETag is of one coding. */
const packedTag = /-gzip"$/;
const packed = new WeakMap<Answer, Promise<Buffer>>();

/** Once for all who ask, away from the event loop. */
function packedOf(answer: Answer): Promise<Buffer> {
  const known = packed.get(answer) ?? pack([answer.body]).then((chunks) => Buffer.concat(chunks));
  packed.set(answer, known);
  return known;
}

/**
 * Sends a kept answer, with gzip to who accepts it, or 304 to who has it. `content-type` and `cache-control`, and what
 * else the answer varies with, are set by the caller.
 */
export async function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
): Promise<FastifyReply> {
  const { headers } = request;
  const isPacked = answer.body.length >= leastPackedBytes && acceptsGzip(headers['accept-encoding']);
  const varies = [reply.getHeader('vary') ?? [], 'Accept-Encoding'].flat().join(', ');
  reply.header('vary', varies).header('etag', isPacked ? answer.etag.replace(/"$/, '-gzip"') : answer.etag);
  if (isUnchanged(headers['if-none-match'], answer.etag)) {
    return reply.code(304).removeHeader('content-type').send();
  }
  if (!isPacked) return reply.send(answer.body);
  return reply.header('content-encoding', 'gzip').send(await packedOf(answer));
}

export function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  cacheControl: string,
): Promise<FastifyReply> {
  reply.header('content-type', 'application/json').header('cache-control', cacheControl);
  return sendAnswer(request, reply, answer);
}

// Answers built once per snapshot and kept as bytes, with the ETag that lets a reader skip an unchanged one.
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Snapshot } from '../model/snapshot.ts';
import { createTurns } from '../turns.ts';

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

/** If-None-Match compares weakly (RFC 9110, section 13.1.2). */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const known = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return known.includes('*') || known.includes(etag);
}

/** Sends a kept answer, or 304 to who has it. `content-type` and `cache-control` are set by the caller. */
export function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer): void {
  reply.header('etag', answer.etag);
  if (isUnchanged(request.headers['if-none-match'], answer.etag)) {
    reply.code(304).removeHeader('content-type').send();
  } else {
    reply.send(answer.body);
  }
}

export function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  cacheControl: string,
): void {
  reply.header('content-type', 'application/json').header('cache-control', cacheControl);
  sendAnswer(request, reply, answer);
}

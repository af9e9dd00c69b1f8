// Sends a page.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Answer, sendAnswer } from './answers.ts';
import { pageHeaders } from './page/frame.ts';

export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
): Promise<FastifyReply> {
  return sendAnswer(request, reply.headers(pageHeaders), answer);
}

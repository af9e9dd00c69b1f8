// GET /feed.atom: the newest incidents for readers of feeds.
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { sendAnswer } from './answers.ts';
import type { App, RouteContext } from './app.ts';
import { renderFeed } from './feed.ts';
import { errorSchema } from './schemas.ts';

const feed = {
  description: 'Atom 1.0 (RFC 4287)',
  content: { 'application/atom+xml': { schema: z.string() } },
};

const feedHeaders = {
  'content-type': 'application/atom+xml; charset=utf-8',
  'cache-control': 'public, max-age=60',
  vary: 'x-forwarded-proto',
};

export function feedRoute(app: App, { sources, answers }: RouteContext): void {
  app.get(
    '/feed.atom',
    { schema: { summary: 'The newest incidents as a feed', response: { 200: feed, '4xx': errorSchema } } },
    async (request, reply) => {
      const snapshot = sources.snapshot();
      const base = originOf(request.headers) + app.prefix;
      const answer = await answers.of(snapshot, `feed ${base}`, () => [renderFeed(snapshot, base)]);
      return sendAnswer(request, reply.headers(feedHeaders), answer);
    },
  );
}

const hostAndPort = /^(?:[a-z\d._-]{1,253}|\[[a-f\d:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * Many readers of feeds do not resolve links, so they are absolute, at the host that was asked. What is no plain host and
 * port is left out: links without it are relative to the feed's own address (RFC 3986, section 5.1.3).
 */
export function originOf(headers: IncomingHttpHeaders): string {
  const { host = '', 'x-forwarded-proto': protocol } = headers;
  if (!hostAndPort.test(host)) return '';
  return URL.parse(`${protocol === 'https' ? 'https' : 'http'}://${host}`)?.origin ?? '';
}

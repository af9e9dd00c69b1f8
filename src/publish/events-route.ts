// GET /api/v2/events: every change as it is told, as server-sent events, from where the asker was.
import { z } from 'zod';
import type { App, RouteContext } from './app.ts';
import { timestamp } from './document.ts';
import { changeSchema, helloSchema, momentSchema } from './event-schema.ts';
import { eventIdPattern, parseEventId } from './events.ts';
import { Refusal } from './refusal.ts';
import { apiSchemas, errorSchema } from './schemas.ts';
import { createViewers } from './viewers.ts';

/** Somebody has closed his page by then, or the agent has started anew. */
const retryAfterSeconds = 10;

const eventId = z
  .string()
  .regex(eventIdPattern, { error: 'expected an id such as 1795284756123-1' })
  .optional();

const question = {
  headers: z.looseObject({ 'last-event-id': eventId }),
  querystring: z.object({
    last_event_id: eventId.register(apiSchemas, {
      description: 'Where Last-Event-ID is absent; an instant T, epoch ms, is T-0.',
    }),
  }),
};

const schema = {
  ...question,
  summary: 'Changes as server-sent events',
  response: {
    200: {
      description:
        'A stream without end; the data of each event is JSON on one line, by the name of the event',
      content: { 'text/event-stream': { schema: z.union([helloSchema, changeSchema, momentSchema]) } },
    },
    '4xx': errorSchema,
    503: errorSchema,
  },
};

/** The second keeps a proxy before us from gathering the events. */
const streamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
};

export function eventsRoute(app: App, { sources, version, assets, closing }: RouteContext): void {
  const viewers = createViewers(sources.events, Date.now);
  closing.addEventListener('abort', viewers.end);
  app.head('/api/v2/events', { schema: { ...question, hide: true } }, (_, reply) => {
    reply.headers(streamHeaders).send();
  });
  app.get('/api/v2/events', { schema }, (request, reply) => {
    if (closing.aborted) throw new Refusal(503, 'stopping', 'The agent is stopping.');
    if (viewers.isFull()) {
      reply.header('retry-after', retryAfterSeconds);
      throw new Refusal(503, 'too_many_viewers', 'As many listen to changes as there may be.');
    }
    // Behind another answer on its connection nothing could be sent, and no end of it would be seen.
    if (reply.raw.socket === null) {
      throw new Refusal(
        400,
        'bad_request',
        'The stream of events must not be asked for before another answer ends.',
      );
    }
    const asked = request.headers['last-event-id'] ?? request.query.last_event_id;
    reply.hijack();
    for (const [name, value = ''] of Object.entries(reply.headers(streamHeaders).getHeaders())) {
      reply.raw.setHeader(name, value);
    }
    viewers.join(reply.raw, asked === undefined ? null : parseEventId(asked), ({ complete }) => ({
      ...{ version, assets: assets.hash, complete },
      at: timestamp(Date.now()),
    }));
  });
}

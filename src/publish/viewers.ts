// Who listens to the stream of changes: each is sent what he has not seen, in short turns, and beats while nothing happens.
import type { ServerResponse } from 'node:http';
import { createTurns } from '../turns.ts';
import { timestamp } from './document.ts';
import { type EventId, type Events, frame, type Since } from './events.ts';

export const maxViewers = 200;
/** Not yet taken by the network; a viewer with more of it is let go, and goes on where he was when he comes back. */
export const maxWaitingBytes = 64 * 1024;
/** So that a viewer notices within 10 s that nothing comes any more. */
export const beatEveryMs = 3_000;
/** What is told within this time is sent at once: an outage of the whole fleet tells hundreds of changes a second. */
export const gatherMs = 100;
/** What a viewer waits before he comes back. */
const retryMs = 2_000;

interface Viewer {
  readonly stream: ServerResponse;
  seen: EventId;
}

export interface Viewers {
  readonly isFull: () => boolean;
  /** `greeting` makes the data of the first event; the headers have been written. */
  readonly join: (stream: ServerResponse, after: EventId | null, greeting: (since: Since) => object) => void;
  /** Ends all streams in order. */
  readonly end: () => void;
}

export function createViewers(events: Events, now: () => number): Viewers {
  const viewers = new Set<Viewer>();
  let silence = () => {};

  /** Writes to each in turn; who does not read what was written before is let go. */
  async function send(bytesFor: (viewer: Viewer) => Buffer): Promise<void> {
    const turn = createTurns();
    for (const viewer of [...viewers]) {
      if (viewers.has(viewer)) write(viewer, bytesFor(viewer));
      await turn();
    }
  }

  function write(viewer: Viewer, bytes: Buffer): void {
    if (viewer.stream.writableLength > maxWaitingBytes) {
      leave(viewer);
      viewer.stream.destroy();
    } else if (bytes.length > 0) {
      viewer.stream.write(bytes);
    }
  }

  function sendNews(): Promise<void> {
    // Nearly all have seen the same: they share one Buffer.
    const known = new Map<EventId, Since>();
    return send((viewer) => {
      const news = known.get(viewer.seen) ?? events.since(viewer.seen);
      known.set(viewer.seen, news);
      viewer.seen = news.to;
      return news.bytes;
    });
  }

  function sendBeat(): Promise<void> {
    const bytes = Buffer.from(frame('beat', { at: timestamp(now()) }));
    return send(() => bytes);
  }

  /** Timers run while somebody listens; returns how to end them. */
  function attend(): () => void {
    const beats = setInterval(sendBeat, beatEveryMs);
    let gathering: NodeJS.Timeout | null = null;
    const unsubscribe = events.subscribe(() => {
      gathering ??= setTimeout(() => {
        gathering = null;
        void sendNews();
      }, gatherMs);
    });
    return () => {
      clearInterval(beats);
      clearTimeout(gathering ?? undefined);
      unsubscribe();
    };
  }

  function leave(viewer: Viewer): void {
    if (viewers.delete(viewer) && viewers.size === 0) silence();
  }

  return {
    isFull: () => viewers.size >= maxViewers,
    join(stream, after, greeting) {
      const since = events.since(after);
      const viewer = { stream, seen: since.to };
      if (viewers.size === 0) silence = attend();
      viewers.add(viewer);
      stream.once('close', () => leave(viewer));
      const hello = frame('hello', greeting(since), since.from);
      stream.write(Buffer.concat([Buffer.from(`retry: ${retryMs}\n\n${hello}`), since.bytes]));
    },
    end() {
      for (const viewer of viewers) {
        leave(viewer);
        viewer.stream.end(events.since(viewer.seen).bytes);
      }
    },
  };
}

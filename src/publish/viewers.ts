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
export const gatherMs = 250;
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
  async function send(bytesFor: (viewer: Viewer) => Buffer | null): Promise<void> {
    const turn = createTurns();
    for (const viewer of [...viewers]) {
      if (viewers.has(viewer)) write(viewer, bytesFor(viewer));
      await turn();
    }
  }

  /** null lets him go. */
  function write(viewer: Viewer, bytes: Buffer | null): void {
    if (bytes === null || viewer.stream.writableLength > maxWaitingBytes) {
      leave(viewer);
      viewer.stream.destroy();
    } else if (bytes.length > 0) {
      viewer.stream.write(bytes);
    }
  }

  function sendBeat(): Promise<void> {
    const bytes = Buffer.from(frame('beat', { at: timestamp(now()) }));
    return send(() => bytes);
  }

  function leave(viewer: Viewer): void {
    if (viewers.delete(viewer) && viewers.size === 0) silence();
  }

  return {
    isFull: () => viewers.size >= maxViewers,
    join(stream, after, greeting) {
      const since = events.since(after);
      const viewer = { stream, seen: since.to };
      if (viewers.size === 0) silence = attend(events, sendBeat, () => send(newsOf(events)));
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

/** What each has not seen: nearly all have seen the same, and share one Buffer. */
function newsOf({ since }: Events): (viewer: Viewer) => Buffer | null {
  const known = new Map<EventId, Since>();
  return (viewer) => {
    const news = known.get(viewer.seen) ?? since(viewer.seen);
    known.set(viewer.seen, news);
    viewer.seen = news.to;
    // More at once than is remembered: coming back, he is told that something is missing.
    return news.complete ? news.bytes : null;
  };
}

/** While somebody listens: beats, and news once it has been gathered; returns how to end both. */
function attend({ subscribe }: Events, beat: () => unknown, news: () => unknown): () => void {
  const beats = setInterval(beat, beatEveryMs);
  let gathering: NodeJS.Timeout | null = null;
  const unsubscribe = subscribe(() => {
    gathering ??= setTimeout(() => {
      gathering = null;
      news();
    }, gatherMs);
  });
  return () => {
    clearInterval(beats);
    clearTimeout(gathering ?? undefined);
    unsubscribe();
  };
}

// So many people who look at the fleet's page, without their browsers: streams of changes, and what a page asks for then.
import { type ClientRequest, get } from 'node:http';

export interface ViewersJob {
  readonly url: string;
  /** Of those who listen, how many read the rows that change, as a page that is looked at does. */
  readonly readers: number;
  /** In sight of each of them. */
  readonly rows: number;
}

/** What was heard and read since there were last others. */
export interface Seen {
  readonly streams: number;
  readonly changes: number;
  readonly fragments: number;
  /** Of fragments and of streams, as they came. */
  readonly bytes: number;
  /** What went otherwise than it should. */
  readonly troubles: readonly string[];
}

/** As src/browser/live.js has them. */
const settleMs = 600;
const refreshMs = 15_000;
const maxTroubles = 5;

const { url, readers, rows } = JSON.parse(process.argv[2] ?? 'null') as ViewersJob;
const inSight = Array.from({ length: rows }, (_, index) => `d${index}`);
let seen = none();
let leave: (() => void)[] = [];

function none() {
  return { streams: 0, changes: 0, fragments: 0, bytes: 0, troubles: [] as string[] };
}

function trouble(text: string): void {
  if (seen.troubles.length < maxTroubles) seen.troubles.push(text);
}

function listen(onChange: (deployment: string) => void): ClientRequest {
  const request = get(`${url}/api/v2/events?last_event_id=${Date.now()}-0`, (answer) => {
    if (answer.statusCode !== 200) trouble(`a stream was answered with ${answer.statusCode}`);
    seen.streams += 1;
    let text = '';
    answer.setEncoding('utf8').on('data', (chunk: string) => {
      seen.bytes += chunk.length;
      const events = (text + chunk).split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) take(event, onChange);
    });
    answer.on('error', () => undefined);
  });
  request.on('error', (error) => {
    if (!request.destroyed) trouble(String(error));
  });
  return request;
}

function take(event: string, onChange: (deployment: string) => void): void {
  const [, data] = /^event: change\ndata: (.*)$/m.exec(event) ?? [];
  if (data === undefined) return;
  seen.changes += 1;
  onChange((JSON.parse(data) as { deployment: string }).deployment);
}

function read(ids: Iterable<string>): void {
  const query = [...ids].map((id) => `id=${id}`).join('&');
  const headers = { 'accept-encoding': 'gzip' };
  get(`${url}/fragments/fleet?${query}`, { headers }, (answer) => {
    if (answer.statusCode === 200) seen.fragments += 1;
    else trouble(`a fragment was answered with ${answer.statusCode}`);
    answer.on('data', (chunk: Buffer) => {
      seen.bytes += chunk.length;
    });
    answer.on('error', (error) => trouble(String(error)));
  }).on('error', (error) => trouble(String(error)));
}

/** Returns how to leave. */
function look(index: number): () => void {
  if (index >= readers) {
    const stream = listen(() => undefined);
    return () => stream.destroy();
  }
  const changed = new Set<string>();
  let due: NodeJS.Timeout | null = null;
  const stream = listen((deployment) => {
    changed.add(deployment);
    due ??= setTimeout(() => {
      due = null;
      read(changed);
      changed.clear();
    }, settleMs);
  });
  // Not all at the same time, nor all after the window.
  let again = setTimeout(refresh, (refreshMs * index) / readers);
  function refresh(): void {
    read(inSight);
    again = setTimeout(refresh, refreshMs);
  }
  return () => {
    stream.destroy();
    clearTimeout(due ?? undefined);
    clearTimeout(again);
  };
}

// A number: so many look from now on, and what those before them saw is told.
process.on('message', (text: string) => {
  for (const each of leave) each();
  process.send?.(seen satisfies Seen);
  seen = none();
  leave = Array.from({ length: Number(text) }, (_, index) => look(index));
});
process.once('disconnect', () => process.exit());
process.send?.('ready');

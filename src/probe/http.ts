// One GET over a link, from its dispatch to the last byte of the answer, with one deadline over all of it.
import { type Collected, collect, createCollected } from './body.ts';
import { ProbeError, rootCause } from './failure.ts';
import { closeLink, type Link } from './link.ts';
import { begin, finish, lap } from './timing.ts';

interface Question {
  readonly path: string;
  readonly maxBodyBytes: number;
  /** On the clock of `performance.now()`. */
  readonly deadlineMs: number;
}

/** What came, however far it came. */
export interface Answer {
  /** null when the answer was had in full. */
  readonly error: Error | null;
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Collected;
}

type RawHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** However it went, it is told in the Answer. With an error, the link is closed: what came of it cannot carry another request. */
export function exchange(link: Link, question: Question): Promise<Answer> {
  const { path, maxBodyBytes, deadlineMs } = question;
  const { watch } = link;
  return new Promise((resolve) => {
    let open = true;
    let status: number | null = null;
    let headers: Answer['headers'] = {};
    const body = createCollected();

    const settle = (error: Error | null) => {
      if (!open) return;
      open = false;
      clearTimeout(timer);
      if (error !== null) closeLink(link, error);
      resolve({ error, status, headers, body });
    };
    const hit = () => settle(new ProbeError('timeout', 'DEADLINE', 'no complete answer within the timeout'));
    // What has arrived while our own loop was busy is read first: our delay is not the target's.
    const timer = setTimeout(() => setImmediate(hit), Math.max(0, deadlineMs - performance.now()));
    const refuse = () =>
      settle(new ProbeError('too_large', 'BODY', `the body is over ${maxBodyBytes} bytes`));

    link.client.dispatch(
      { method: 'GET', path, headers: link.route.headers },
      {
        onRequestStart: () => begin(watch, 'first_byte', performance.now()),
        // Comes again after each informational answer.
        onResponseStarted: () => {
          if (watch.phase === 'first_byte') lap(watch, 'transfer', performance.now());
        },
        onResponseStart: (_controller, statusCode, raw) => {
          if (statusCode < 200) return;
          status = statusCode;
          headers = joinHeaders(raw);
          if (Number(headers['content-length']) > maxBodyBytes) refuse();
        },
        onResponseData: (_controller, chunk) => {
          if (open && !collect(body, chunk, maxBodyBytes)) refuse();
        },
        onResponseEnd: () => {
          finish(watch, performance.now());
          // A body without length, cut by a reset: undici takes the end for its end.
          settle(link.wire.error);
        },
        onResponseError: (_controller, error) => settle(rootCause(error, link.wire, status)),
      },
    );
  });
}

/** On no prototype, so that a field named `__proto__` is a field. */
function joinHeaders(raw: RawHeaders): Readonly<Record<string, string>> {
  const headers: Record<string, string> = Object.create(null);
  for (const name of Object.keys(raw)) {
    const value = raw[name] ?? '';
    headers[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return headers;
}

// What one run came to, put down as an Observation.
import type { Check } from '../model/deployment.ts';
import type { Observation } from '../model/round.ts';
import { readText, type Text } from './body.ts';
import { isOurs, toFailure } from './failure.ts';
import type { Answer } from './http.ts';
import { type Stopwatch, totalMs } from './timing.ts';
import type { Wire } from './wire.ts';

/** When a run began, on both clocks: one tells the instant, the other how long it took. */
interface Start {
  readonly epochMs: number;
  readonly monotonicMs: number;
}

/** How one attempt went. */
export interface Trace {
  readonly answer: Answer;
  readonly wire: Wire;
  readonly watch: Stopwatch;
}

/** Rejects with the error where we failed, and not the target. Decoding comes after the last byte, so that its time, which is ours, is in no phase. */
export async function observe(
  check: Check,
  start: Start,
  { answer, wire, watch }: Trace,
): Promise<Observation> {
  const read = readAnswer(answer, check.maxBodyBytes);
  const { error, text } = read instanceof Promise ? await read : read;
  if (error !== null && isOurs(error, watch.phase)) throw error;
  const failure = error === null ? null : toFailure(error, watch.phase);
  return {
    startedMs: start.epochMs,
    endedMs: start.epochMs + Math.round(performance.now() - start.monotonicMs),
    failure,
    status: answer.status,
    headers: answer.headers,
    body: text?.text ?? null,
    bodyIsUtf8: text?.isUtf8 ?? true,
    bodyBytes: text?.bytes ?? 0,
    wireBytes: answer.body.length,
    // A copy: a look-up that comes after the deadline still laps the stopwatch.
    phases: { ...watch.phases },
    durationMs: failure?.kind === 'timeout' ? check.timeoutMs : totalMs(watch.phases),
    certificate: wire.certificate,
    remoteAddress: wire.remoteAddress,
  };
}

interface Read {
  readonly error: unknown;
  readonly text: Text | null;
}

function readAnswer({ error, headers, body }: Answer, maxBytes: number): Read | Promise<Read> {
  if (error !== null) return { error, text: null };
  const text = readText(body, headers['content-encoding'] ?? '', maxBytes);
  if (!(text instanceof Promise)) return { error, text };
  return text.then(
    (decoded) => ({ error, text: decoded }),
    (cause: unknown) => ({ error: cause, text: null }),
  );
}

// `/faults` on every deployment's port: GET shows the faults in effect, PUT replaces them.
import type { IncomingMessage } from 'node:http';
import { type Answer, plain, refuse } from './answer.ts';
import type { KindName } from './deployments.ts';
import { type Fault, parseFaults } from './faults.ts';

const maxRequestBytes = 1024 ** 2;

/** Faults of one deployment: those set here, after those of the scenario's timeline. */
export interface FaultBoard {
  readonly inEffect: () => readonly Fault[];
  /** Replaces those set here; the scenario's go by its timeline. */
  readonly set: (faults: readonly Fault[]) => void;
}

/** PUT takes a JSON list of faults; each answer is the list then in effect, or 400 with what is wrong and where. */
export async function answerFaults(
  kind: KindName,
  request: IncomingMessage,
  board: FaultBoard,
): Promise<Answer> {
  if (request.method === 'PUT') {
    const text = await read(request);
    if (text === null) return refuse(413, 'too_large', `expected at most ${maxRequestBytes} bytes`);
    const parsed = parseFaults(kind, parseJson(text));
    if ('problems' in parsed) return refuse(400, 'bad_faults', parsed.problems.join('; '));
    board.set(parsed.faults);
  } else if (request.method !== 'GET') {
    return refuse(405, 'bad_method', 'expected GET or PUT');
  }
  return plain(200, 'no-store', board.inEffect());
}

/** undefined for what is not JSON, which no schema takes. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** null when it is larger than the bound; the rest is read and dropped, so that the answer gets through. */
async function read(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes <= maxRequestBytes) chunks.push(chunk);
  }
  return bytes > maxRequestBytes ? null : Buffer.concat(chunks).toString('utf8');
}

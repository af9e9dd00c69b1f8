// Addresses that tell whether our own network works: while none of them answers, it is cut.
import type { Witness } from './judge/egress.ts';
import type { Prober } from './probe/prober.ts';

/** For as long as an answer is waited for. In 3 s a lost SYN is sent again, at 1 s and at 3 s (RFC 6298 2). */
const timeoutMs = 3_000;
const everyMs = 10_000;
/** Between two askings where somebody waits: many that fail at once ask once. */
const leastGapMs = 1_000;

export interface Canaries extends Witness {
  /** Asks them where that is due, sooner where somebody waits; resolves to whether there is something new to know. */
  readonly ask: (nowMs: number, isWaitedFor: boolean) => Promise<boolean>;
  /** `no canary answers; ` */
  readonly words: () => string;
  readonly end: () => void;
}

export function createCanaries(
  addresses: readonly string[],
  reach: Prober['reach'],
  now: () => number,
): Canaries {
  let isCut = false;
  let isOver = false;
  /** Of the asking under way. */
  let asking: AbortController | null = null;
  let askedMs = Number.NEGATIVE_INFINITY;
  /** When the latest asking began that was answered. */
  let answeredMs = Number.NEGATIVE_INFINITY;

  /** The first that answers is enough. */
  async function isAnyThere(signal: AbortSignal): Promise<boolean> {
    const answers = addresses.map(async (address) => {
      if (!(await reach(address, timeoutMs, signal))) throw new Error('no answer');
    });
    return Promise.any(answers).then(
      () => true,
      () => false,
    );
  }

  return {
    async ask(nowMs, isWaitedFor) {
      const isDue = Math.abs(nowMs - askedMs) >= (isWaitedFor ? leastGapMs : everyMs);
      if (asking !== null || !isDue || isOver) return false;
      asking = new AbortController();
      askedMs = now();
      const isAnswered = await isAnyThere(asking.signal);
      asking.abort();
      asking = null;
      if (isOver) return false;
      isCut = !isAnswered;
      if (isAnswered) answeredMs = askedMs;
      return true;
    },
    end() {
      isOver = true;
      asking?.abort();
    },
    isCut: () => isCut,
    canTell: () => true,
    workedSince: (_deployment, beganMs) => answeredMs > beganMs,
    words: () => `${isCut ? 'no canary answers' : 'a canary answers'}; `,
  };
}

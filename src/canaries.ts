// Addresses that tell whether our own network works: while none of them answers, it is cut.
import type { Witness } from './judge/egress.ts';
import type { Prober } from './probe/prober.ts';

/** For as long as an answer is waited for. In 3 s a lost SYN is sent again, at 1 s and at 3 s (RFC 6298 2). */
const timeoutMs = 3_000;
const everyMs = 10_000;
/** Between two askings while it is cut, or somebody waits: many that fail at once ask once. */
const leastGapMs = 1_000;

const noAnswer = new Error('no answer');

export interface Canaries extends Witness {
  /**
   * Asks them where that is due, sooner where it is urgent; resolves to whether there is something new to know. Rejects
   * where we failed: then nothing is.
   */
  readonly ask: (nowMs: number, isUrgent: boolean) => Promise<boolean>;
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
      if (!(await reach(address, timeoutMs, signal))) throw noAnswer;
    });
    return Promise.any(answers).then(
      () => true,
      ({ errors }: AggregateError) => {
        const ours = errors.find((error) => error !== noAnswer);
        if (ours !== undefined) throw ours;
        return false;
      },
    );
  }

  return {
    async ask(nowMs, isUrgent) {
      const isDue = Math.abs(nowMs - askedMs) >= (isUrgent ? leastGapMs : everyMs);
      if (asking !== null || !isDue || isOver) return false;
      asking = new AbortController();
      askedMs = now();
      const { signal } = asking;
      const isAnswered = await isAnyThere(signal).finally(() => {
        asking?.abort();
        asking = null;
      });
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

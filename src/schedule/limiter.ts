// Bounds the runs under way at once, before the latency clock starts; first come, first served.

export interface Limiter {
  /** Runs `task` when there is room. The queue is bounded by its callers: one round a deployment. */
  readonly run: <T>(task: () => Promise<T>) => Promise<T>;
  readonly inFlight: () => number;
  readonly resize: (max: number) => void;
}

export function createLimiter(initialMax: number): Limiter {
  let max = initialMax;
  let inFlight = 0;
  const waiting: (() => void)[] = [];

  function admit(): void {
    while (inFlight < max && waiting.length > 0) {
      inFlight += 1;
      waiting.shift()?.();
    }
  }

  async function run<T>(task: () => Promise<T>): Promise<T> {
    if (inFlight < max) inFlight += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      inFlight -= 1;
      admit();
    }
  }

  return {
    run,
    inFlight: () => inFlight,
    resize(next) {
      max = next;
      admit();
    },
  };
}

// Waits for what is under way, with a bound.

/** Resolves when all of `tasks` are over, and after `maxMs` whatever is left of them. */
export async function settled(tasks: Iterable<Promise<void>>, maxMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise((resolve) => {
    timer = setTimeout(resolve, maxMs);
  });
  await Promise.race([Promise.allSettled(tasks), patience]);
  clearTimeout(timer);
}

// One task at a time; of those asked for meanwhile, only the newest is done after it.

/**
 * `run` for each task, never twice at once. While one is under way the newest waits for its end; whoever asked for an
 * older one that waited is answered with what came of the newest. `run` must not reject.
 */
export function newestOf<Task, Outcome>(
  run: (task: Task) => Promise<Outcome>,
): (task: Task) => Promise<Outcome> {
  let underWay: Promise<unknown> = Promise.resolve();
  let waiting: { task: Task; readonly outcome: Promise<Outcome> } | null = null;
  return (task) => {
    if (waiting !== null) {
      waiting.task = task;
      return waiting.outcome;
    }
    const begin = () => {
      const newest = waiting?.task ?? task;
      waiting = null;
      const outcome = run(newest);
      underWay = outcome.catch(() => undefined);
      return outcome;
    };
    const outcome = underWay.then(begin);
    waiting = { task, outcome };
    return outcome;
  };
}

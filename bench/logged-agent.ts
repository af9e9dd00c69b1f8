// `picket run` in a process of its own, followed by what it says: its log.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const sayDeadlineMs = 120_000;

interface Line {
  readonly event?: string;
  readonly msg: string;
  readonly [field: string]: unknown;
}

export interface LoggedAgent {
  readonly process: ChildProcess;
  /** The first line of that event from now on; rejects when the process ends, or its time is over, before that. */
  readonly says: (event: string) => Promise<Line>;
  /** At once, by its own pid. */
  readonly end: () => Promise<void>;
}

export function startLogged(config: string, env: NodeJS.ProcessEnv): LoggedAgent {
  const child = spawn(process.execPath, [script, 'run', '--config', config], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const says = async (event: string): Promise<Line> => {
    const signal = AbortSignal.timeout(sayDeadlineMs);
    const said = new Promise<Line>((resolve, reject) => {
      signal.onabort = () => reject(new Error(`no ${event} within ${sayDeadlineMs} ms`));
      const look = (text: string) => {
        const line = JSON.parse(text) as Line;
        if (line.event !== event) return;
        lines.off('line', look);
        resolve(line);
      };
      lines.on('line', look);
    });
    const gone = ended.then(() => {
      throw new Error(`the agent ended before it said ${event}`);
    });
    return Promise.race([said, gone]);
  };
  const end = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  return { process: child, says, end };
}

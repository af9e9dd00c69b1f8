// `picket run`: the agent until it is told to end.
import { listenAddress } from '../config/addresses.ts';
import type { Config } from '../config/config.ts';
import { createLoader } from '../config/loader.ts';
import { createLog, type LogLevel } from '../log.ts';
import { exitCodes, OperatorError } from './exit.ts';
import { watchFiles } from './file-watch.ts';
import { version } from './version.ts';

export interface RunOptions {
  readonly config: string;
  readonly listen?: string;
  readonly logLevel: LogLevel;
}

export async function run(options: RunOptions): Promise<number> {
  const end = ended();
  const loader = createLoader(options.config);
  let take: ((load: () => Promise<Config>) => void) | null = null;
  let isAsked = false;
  const reload = () => {
    if (take === null) isAsked = true;
    else take(loader.load);
  };
  // From the first moment on: left alone, the signal would end the process.
  process.on('SIGHUP', reload);
  try {
    // What an agent is made of is loaded while the configuration is read.
    const read = Promise.all([loader.load(), import('./begin.ts')]);
    const begun = await Promise.race([read, end]);
    if (typeof begun === 'string') return exitCodes.well;
    const [loaded, { createAgent, started }] = begun;
    const config = withListen(loaded, options.listen);
    const log = createLog(options.logLevel);
    const agent = createAgent(config, log);
    const takeOver = (load: () => Promise<Config>) =>
      void agent.reload(async () => withListen(await load(), options.listen));
    take = takeOver;
    const start = started(agent);
    if (isAsked) reload();
    const urls = await start;
    const deployments = config.deployments.length;
    log.info({ event: 'agent.started', version, urls, deployments }, `listening on ${urls.join(', ')}`);
    const unwatch = watchFiles({
      loader,
      everyMs: config.agent.reloadEveryMs,
      isReloading: () => agent.reloading,
      take: takeOver,
      missing: () => {
        const message = `${options.config} is not there or cannot be read: what is in force stays`;
        log.warn({ event: 'config.missing' }, message);
      },
    });
    const signal = await end;
    log.info({ event: 'agent.stopping', signal }, 'stopping');
    unwatch();
    await agent.stop();
    return exitCodes.well;
  } finally {
    loader.close();
    process.off('SIGHUP', reload);
  }
}

/** The signal that asks the process to end. */
export function ended(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, resolve);
  });
}

export function withListen(config: Config, listen: string | undefined): Config {
  if (listen === undefined) return config;
  const { error } = listenAddress.safeParse(listen);
  if (error !== undefined) {
    throw new OperatorError(`--listen: expected ${error.issues[0]?.message}, got ${listen}`);
  }
  return { ...config, agent: { ...config.agent, listen: [listen] } };
}

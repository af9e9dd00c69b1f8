// `picket run`: the agent until it is told to end.
import { Agent } from '../agent.ts';
import { listenAddress } from '../config/addresses.ts';
import type { Config } from '../config/config.ts';
import { createLoader } from '../config/loader.ts';
import { createLog, type Logger, type LogLevel } from '../log.ts';
import { exitCodes, OperatorError } from './exit.ts';
import { version } from './version.ts';

export interface RunOptions {
  readonly config: string;
  readonly listen?: string;
  readonly logLevel: LogLevel;
}

/** Files that the configuration names are looked at this often. */
const filesEveryMs = 10_000;

export async function run(options: RunOptions): Promise<number> {
  const end = ended();
  const loader = createLoader(options.config);
  const config = withListen(await loader.load(), options.listen);
  const log = createLog(options.logLevel);
  const agent = createAgent(config, log);
  const take = (load: () => Promise<Config>) =>
    void agent.reload(async () => withListen(await load(), options.listen));
  const reload = () => take(loader.load);
  process.on('SIGHUP', reload);
  const urls = await started(agent);
  const deployments = config.deployments.length;
  log.info({ event: 'agent.started', version, urls, deployments }, `listening on ${urls.join(', ')}`);
  // Never in the place of a reload that somebody asked for and that still waits: that one reads the files too.
  const watch = setInterval(() => {
    if (!agent.reloading && loader.filesChanged()) take(loader.loadAgain);
  }, filesEveryMs);
  const signal = await end;
  log.info({ event: 'agent.stopping', signal }, 'stopping');
  clearInterval(watch);
  await agent.stop();
  loader.close();
  process.off('SIGHUP', reload);
  return exitCodes.well;
}

export function createAgent(config: Config, log: Logger): Agent {
  try {
    return new Agent({ config, log, version });
  } catch (error) {
    throw asOperatorError(error);
  }
}

/** Starts the agent; an address that cannot be listened on is the operator's to mend. */
export async function started(agent: Agent): Promise<readonly string[]> {
  try {
    return await agent.start();
  } catch (error) {
    await agent.stop();
    throw asOperatorError(error);
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

const listenCodes = [
  'EADDRINUSE',
  'EACCES',
  'EADDRNOTAVAIL',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ERR_SOCKET_BAD_PORT',
];

function asOperatorError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error ? String(error.code) : '';
  const mendable = error.name === 'StoreError' || listenCodes.includes(code);
  return mendable ? new OperatorError(error.message, { cause: error }) : error;
}

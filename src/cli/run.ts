// `picket run`: the agent until it is told to end.
import { Agent } from '../agent.ts';
import type { Config } from '../config/config.ts';
import { createLoader } from '../config/load.ts';
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
  const loader = createLoader(options.config);
  const config = withListen(loader.load(), options.listen);
  const log = createLog(options.logLevel);
  for (const warning of config.warnings) log.warn({ event: 'config.warning' }, warning);
  const agent = createAgent(config, log);
  const urls = await started(agent);
  const deployments = config.deployments.length;
  log.info({ event: 'agent.started', version, urls, deployments }, `listening on ${urls.join(', ')}`);
  const take = (load: () => Config) => void agent.reload(() => withListen(load(), options.listen));
  const reload = () => take(loader.load);
  process.on('SIGHUP', reload);
  const watch = setInterval(() => loader.filesChanged() && take(loader.loadAgain), filesEveryMs);
  const signal = await ended();
  log.info({ event: 'agent.stopping', signal }, 'stopping');
  process.off('SIGHUP', reload);
  clearInterval(watch);
  await agent.stop();
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
  return listen === undefined ? config : { ...config, agent: { ...config.agent, listen: [listen] } };
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

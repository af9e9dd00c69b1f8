// An agent made and started; what the operator can mend of that is said as such.
import { setFlagsFromString } from 'node:v8';
import { Agent } from '../agent.ts';
import type { Config } from '../config/config.ts';
import type { Logger } from '../log.ts';
import { OperatorError } from './exit.ts';
import { version } from './version.ts';

/**
 * How far the heap may outgrow what lives in it before it is collected. Left alone V8 waits until it is four times as
 * large: 10,000 deployments, 190 MB alive, held 1.1 GB. The collector then works a hundredth of the time.
 */
const heapGrowingPercent = 100;

export function createAgent(config: Config, log: Logger): Agent {
  setFlagsFromString(`--heap-growing-percent=${heapGrowingPercent}`);
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

// An agent made and started; what the operator can mend of that is said as such.
import { Agent } from '../agent.ts';
import type { Config } from '../config/config.ts';
import { boundHeap } from '../heap.ts';
import type { Logger } from '../log.ts';
import { OperatorError } from './exit.ts';
import { version } from './version.ts';

export function createAgent(config: Config, log: Logger): Agent {
  boundHeap();
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

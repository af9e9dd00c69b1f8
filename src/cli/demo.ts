// `picket demo`: the reference deployments with an outage every minute, and the agent that watches them.
import { loadConfig } from '../config/load.ts';
import { createLog } from '../log.ts';
import { demoScenario } from '../simulate/demo.ts';
import { createAgent, started } from './begin.ts';
import { exitCodes } from './exit.ts';
import { ended, type RunOptions, withListen } from './run.ts';
import { begunSimulator } from './simulate.ts';
import { defaultPort } from './simulate-words.ts';

export async function demo(options: RunOptions): Promise<number> {
  const loaded = withListen(loadConfig(options.config), options.listen);
  // In memory: a demo leaves nothing behind, and finds nothing left.
  const config = { ...loaded, store: { ...loaded.store, path: ':memory:' } };
  const simulator = await begunSimulator(defaultPort, demoScenario);
  const agent = createAgent(config, createLog(options.logLevel, printLine));
  try {
    const [url = ''] = await started(agent);
    print(addresses(url.replace(/\/$/, ''), simulator.deployments));
    await ended();
    await agent.stop();
  } finally {
    await simulator.close();
  }
  return exitCodes.well;
}

function addresses(url: string, deployments: readonly { kind: string; url: string }[]): string {
  const watched = deployments.map((deployment) => `    ${deployment.url}   ${deployment.kind}`);
  return [
    '',
    '  Picket is watching four reference deployments; one of them is about to have an outage.',
    '',
    `    ${url}/                status page`,
    `    ${url}/metrics         Prometheus metrics`,
    `    ${url}/api/v2/status   aggregated status`,
    '',
    '  Watched:',
    ...watched,
    '',
    '  What happens (Ctrl-C ends it):',
    '',
  ].join('\n');
}

/** A log line for people: time and message; that a component is first seen well is no news. */
function printLine(line: string): void {
  const { time, msg, event, from } = JSON.parse(line) as Record<string, string>;
  if (event === 'component_changed' && from === 'unknown') return;
  print(`  ${time?.slice(11, 19)}  ${msg}`);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

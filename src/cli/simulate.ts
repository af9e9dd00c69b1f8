// `picket simulate`: the reference deployments alone; faults by scenario file or PUT /faults.
import { readFileSync } from 'node:fs';
import { parseScenario, type Scenario } from '../simulate/scenario.ts';
import { type Simulator, startSimulator } from '../simulate/server.ts';
import { exitCodes, OperatorError } from './exit.ts';
import { ended } from './run.ts';

export async function simulate(options: {
  readonly port: string;
  readonly scenario?: string;
}): Promise<number> {
  const port = Number(options.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_532) {
    throw new OperatorError(`--port: expected a number from 0 to 65532, got ${options.port}`);
  }
  const simulator = await begunSimulator(port, readScenario(options.scenario));
  for (const { kind, url } of simulator.deployments) process.stdout.write(`${url}  ${kind}\n`);
  await ended();
  await simulator.close();
  return exitCodes.well;
}

function readScenario(file: string | undefined): Scenario | undefined {
  if (file === undefined) return undefined;
  try {
    return parseScenario(readFileSync(file, 'utf8'), file);
  } catch (error) {
    throw new OperatorError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

export async function begunSimulator(basePort: number, scenario: Scenario | undefined): Promise<Simulator> {
  try {
    return await startSimulator({ host: '127.0.0.1', basePort, ...(scenario && { scenario }) });
  } catch (error) {
    throw new OperatorError(`simulator: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

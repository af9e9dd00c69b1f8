// `picket check`: validates the configuration, and says what it would do.
import { stringify } from 'yaml';
import type { Config } from '../config/config.ts';
import { loadConfig } from '../config/load.ts';
import { estimateInFlight } from '../config/warnings.ts';
import { redact } from '../log.ts';
import type { Deployment } from '../model/deployment.ts';
import { exitCodes } from './exit.ts';
import { duration, table } from './table.ts';

/** Series of a deployment that is well, over http; a test holds the estimate against a real exposition. */
const seriesOf = { deployment: 9, check: 27, component: 2 };

export async function check(options: { readonly config: string; readonly print?: boolean }): Promise<number> {
  const config = loadConfig(options.config);
  const lines = options.print ? [printed(config)] : summary(config);
  for (const warning of config.warnings) lines.push(`warning: ${warning}`);
  process.stdout.write(`${lines.join('\n')}\n`);
  return exitCodes.well;
}

function summary(config: Config): string[] {
  const { deployments, agent } = config;
  const checks = deployments.flatMap((deployment) => deployment.checks);
  const perSecond = checks.reduce((sum, { intervalMs }) => sum + 1000 / intervalMs, 0);
  const rows = deployments.flatMap((deployment) =>
    deployment.checks.map(({ endpoint, intervalMs, timeoutMs }) => [
      deployment.id,
      endpoint,
      duration(intervalMs),
      duration(timeoutMs),
      deployment.baseUrl,
    ]),
  );
  return [
    ...table([['DEPLOYMENT', 'CHECK', 'EVERY', 'TIMEOUT', 'BASE_URL'], ...rows]),
    '',
    `${deployments.length} deployments, ${checks.length} checks, ${perSecond.toFixed(1)} runs a second`,
    `about ${estimateSeries(deployments)} series; at most ${estimateInFlight(deployments)} runs in flight ` +
      `in a full blackout (max_in_flight ${agent.maxInFlight})`,
  ];
}

export function estimateSeries(deployments: readonly Deployment[]): number {
  return deployments.reduce(
    (sum, { checks, components }) =>
      sum +
      seriesOf.deployment +
      checks.length * seriesOf.check +
      components.expected.length * seriesOf.component,
    0,
  );
}

/** As it is understood, every default filled in; secrets, and what came from `${…}`, redacted. */
function printed(config: Config): string {
  const hidden = config.deployments.flatMap(({ secrets }) => secrets.map((value) => value.reveal()));
  return stringify(redact(JSON.parse(JSON.stringify(config)), hidden), {
    aliasDuplicateObjects: false,
  }).trimEnd();
}

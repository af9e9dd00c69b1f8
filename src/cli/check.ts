// `picket check`: validates the configuration, and says what it would do.
import { stringify } from 'yaml';
import type { Config } from '../config/config.ts';
import { writtenExpectation } from '../config/expectation-fields.ts';
import { loadConfig } from '../config/load.ts';
import { formatDuration } from '../config/units.ts';
import { estimateInFlight } from '../config/warnings.ts';
import { takesCursor } from '../contract/endpoints.ts';
import type { Check, Deployment } from '../model/deployment.ts';
import { redacted } from '../model/secret.ts';
import { exitCodes } from './exit.ts';
import { table } from './table.ts';

/** Series of a deployment that is well, over http; a test holds the estimate against a real exposition. */
const seriesOf = { deployment: 9, check: 27, component: 2, walk: 4 };

export async function check(options: { readonly config: string; readonly print?: boolean }): Promise<number> {
  const config = loadConfig(options.config);
  const lines = options.print ? [printed(config)] : summary(config);
  process.stdout.write(`${lines.join('\n')}\n`);
  for (const warning of config.warnings) process.stderr.write(`warning: ${warning}\n`);
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
      formatDuration(intervalMs),
      formatDuration(timeoutMs),
      deployment.baseUrl,
    ]),
  );
  return [
    ...table([['DEPLOYMENT', 'CHECK', 'EVERY', 'TIMEOUT', 'BASE_URL'], ...rows]),
    '',
    `${deployments.length} deployments, ${checks.length} checks, ${perSecond.toFixed(1)} runs a second`,
    `about ${estimateSeries(deployments)} series; about ${estimateInFlight(deployments)} runs in flight ` +
      `in a full blackout (max_in_flight ${agent.maxInFlight})`,
  ];
}

export function estimateSeries(deployments: readonly Deployment[]): number {
  return deployments.reduce(
    (sum, { checks, components, pagination }) =>
      sum +
      seriesOf.deployment +
      checks.length * seriesOf.check +
      components.expected.length * seriesOf.component +
      (pagination === null ? 0 : checks.filter(isWalked).length * seriesOf.walk),
    0,
  );
}

const isWalked = ({ endpoint }: Check) => takesCursor(endpoint);

/** As it is understood, every default filled in; secrets, and what came from `${…}`, redacted. */
function printed({ secrets, ...config }: Config): string {
  const values = secrets.map(({ reveal }) => reveal());
  // A path loses its trailing slash on its way into the configuration.
  const paths = values.filter((value) => value.length > 1 && value.endsWith('/'));
  const hidden = [...values, ...paths.map((path) => path.slice(0, -1))];
  const shown = { ...config, deployments: config.deployments.map(withoutAddress).map(readable) };
  const plain: unknown = JSON.parse(JSON.stringify(shown), (_key, value: unknown) =>
    typeof value === 'string' ? hide(value, hidden) : value,
  );
  return stringify(plain, { aliasDuplicateObjects: false }).trimEnd();
}

/** What a URL becomes once parsed no longer holds what came from outside letter by letter. */
function withoutAddress(deployment: Deployment): Deployment {
  const { baseUrl, connection, checks } = deployment;
  if (!baseUrl.includes(redacted)) return deployment;
  return {
    ...deployment,
    connection: { ...connection, origin: redacted },
    checks: checks.map((check) => ({ ...check, target: redacted })),
  };
}

/** What is expected in the words of the configuration. */
function readable(deployment: Deployment) {
  const { expect } = deployment;
  return { ...deployment, expect: expect && writtenExpectation(expect) };
}

/** Marked first and named last: a secret of one letter may be a letter of `[redacted]`. */
function hide(text: string, hidden: readonly string[]): string {
  const marked = [redacted, ...hidden].reduce((left, value) => left.replaceAll(value, '\0'), text);
  return marked.replaceAll(/\0+/g, redacted);
}

// `picket verify`: every deployment once, and how each deviates from the document and from what is expected of it.
import { examineOnce } from '../agent.ts';
import { loadConfig } from '../config/load.ts';
import { endpoints, findEndpoint } from '../contract/endpoints.ts';
import type { Deployment } from '../model/deployment.ts';
import type { CheckResult } from '../model/round.ts';
import { type Deviation, deviationsOf, endpointDeviations, notesOn } from './deviations.ts';
import { exitCodes } from './exit.ts';
import { inTurns } from './several.ts';
import { version } from './version.ts';

/** Deployments at a time. */
const maxAtOnce = 10;

export async function verify(options: { readonly config: string }): Promise<number> {
  const { deployments, warnings } = loadConfig(options.config);
  for (const warning of warnings) process.stderr.write(`warning: ${warning}\n`);
  let done = 0;
  const verdicts = await inTurns(deployments, maxAtOnce, async (deployment) => {
    const verdict = await verdictNow(deployment);
    done += 1;
    if (process.stderr.isTTY) process.stderr.write(`${done}/${deployments.length}  ${deployment.id}\n`);
    return { deployment, verdict };
  });
  for (const { deployment, verdict } of verdicts) {
    process.stdout.write(`${describeVerdict(deployment, verdict).join('\n')}\n`);
  }
  return verdicts.every(({ verdict }) => verdict.deviations.length === 0) ? exitCodes.well : exitCodes.target;
}

function describeVerdict({ id, baseUrl }: Deployment, { deviations, notes }: Verdict): string[] {
  const { length } = deviations;
  const summary = length === 0 ? 'as expected' : `${length} deviation${length === 1 ? '' : 's'}`;
  return [`${id}  ${baseUrl}  ${summary}`, ...[...deviations.flat(), ...notes].map((line) => `  ${line}`)];
}

interface Verdict {
  readonly deviations: readonly Deviation[];
  /** Lines that change nothing about the verdict. */
  readonly notes: readonly string[];
}

/** One round; where it is expected which endpoints are served, the others of the version are asked too. */
export async function verdictNow(deployment: Deployment): Promise<Verdict> {
  const checks = await checksOf(deployment);
  const expected = deployment.expect?.endpoints ?? null;
  const notes = notesOn(checks);
  if (expected === null) return { deviations: deviationsOf(checks), notes };
  // A round of their own: nobody configured them, so that they are no part of what the others say.
  const others = await checksOf({ ...deployment, checks: otherChecks(deployment) });
  return { deviations: [...endpointDeviations(expected, checks, others), ...deviationsOf(checks)], notes };
}

async function checksOf(deployment: Deployment): Promise<readonly CheckResult[]> {
  if (deployment.checks.length === 0) return [];
  const names = deployment.checks.map(({ endpoint }) => endpoint);
  return (await examineOnce(deployment, names, version)).checks;
}

/** Made after the status check, which every deployment has, and whose target has no query. */
function otherChecks({ id, version: api, checks }: Deployment): Deployment['checks'] {
  const status = checks.find(({ endpoint }) => endpoint === 'status');
  const statusPath = findEndpoint(api, 'status')?.path ?? '';
  const others = endpoints.filter(
    ({ name, version: of }) => of === api && !checks.some(({ endpoint }) => endpoint === name),
  );
  return status === undefined
    ? []
    : others.map(({ name, path }) => ({
        ...status,
        id: `${id}/${name}`,
        endpoint: name,
        target: `${status.target.slice(0, -statusPath.length)}${path}`,
      }));
}

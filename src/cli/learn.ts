// `picket learn`: asks every endpoint of each URL, and prints entries of a configuration for review.
import { examineOnce } from '../agent.ts';
import { ConfigError } from '../config/config.ts';
import { parseConfig } from '../config/load.ts';
import {
  type ApiVersion,
  apiVersions,
  type EndpointName,
  endpointNames,
  findEndpoint,
} from '../contract/endpoints.ts';
import { type Learned, learnFrom } from '../learning.ts';
import type { Deployment } from '../model/deployment.ts';
import type { CheckResult } from '../model/round.ts';
import { deviationsOf } from './deviations.ts';
import { exitCodes } from './exit.ts';
import { type Entry, writtenEntries } from './learned-entry.ts';
import { inTurns } from './several.ts';
import { printable } from './table.ts';
import { version } from './version.ts';

/** URLs at a time. */
const maxAtOnce = 10;
const maxUrlShown = 200;
const maxIdLength = 63;
/** Of what is not operational, and characters of each. */
const maxUnwellTold = 3;
const maxUnwellShown = 80;

/** Every URL that can be learned is, whatever becomes of the others. */
export async function learn(urls: readonly string[]): Promise<number> {
  const outcomes = await inTurns([...new Set(urls)], maxAtOnce, learnUrl);
  const ids = new Set<string>();
  const entries = outcomes.flatMap(({ url, id, learned }): Entry[] =>
    learned.map((each) => ({ id: uniqueId(id, ids), baseUrl: url, learned: each })),
  );
  for (const { complaints } of outcomes) {
    for (const line of complaints) process.stderr.write(`${line}\n`);
  }
  process.stdout.write(writtenEntries(entries));
  return Math.max(exitCodes.well, ...outcomes.map(({ code }) => code));
}

interface Outcome {
  readonly url: string;
  readonly id: string;
  /** One a version that is served. */
  readonly learned: readonly Learned[];
  /** Lines for stderr. */
  readonly complaints: readonly string[];
  readonly code: number;
}

async function learnUrl(url: string): Promise<Outcome> {
  try {
    return await learnTarget(url);
  } catch (error) {
    const problem = error instanceof ConfigError ? error.problems[0] : undefined;
    if (problem === undefined) throw error;
    const line = `picket learn: expected ${problem.expected}, got ${problem.observed}`;
    return { url, id: '', learned: [], complaints: [line], code: exitCodes.operator };
  }
}

async function learnTarget(url: string): Promise<Outcome> {
  const targets = apiVersions.map((api) => ({ api, target: unconfigured(url, api) }));
  const shown = printable(targets[0]?.target.baseUrl ?? url, maxUrlShown);
  const asked = await Promise.all(
    targets.map(async ({ api, target }) => {
      const checks = await askAll(target, shown);
      return { api, checks, learned: learnFrom(api, checks) };
    }),
  );
  const learned = asked.flatMap(({ learned: each }) => each ?? []);
  const warnings = asked.flatMap(({ api, checks, learned: each }) => {
    if (each === null) return [];
    const answered = checks.filter(({ observation }) => observation.status === 200);
    return [
      ...unwellLines(each),
      ...deviationsOf(answered).flatMap((lines) => lines.map((line) => line.slice(2))),
    ].map((line) => `warning: ${shown} ${api} ${line}`);
  });
  const nothingServed = asked.map(({ api, checks }) => `/api/${api}/status: ${whyNot(checks[0])}`);
  return {
    url,
    id: idOf(targets[0]?.target.baseUrl ?? url),
    learned,
    complaints:
      learned.length > 0
        ? warnings
        : [`picket learn: ${shown} serves no status document (${nothingServed.join('; ')})`],
    code: learned.length > 0 ? exitCodes.well : exitCodes.target,
  };
}

/** Each endpoint in a round of its own: what is not served says nothing of what is. Status first; without any answer no other is asked. */
async function askAll(target: Deployment, shown: string): Promise<readonly CheckResult[]> {
  const seen: CheckResult[] = [];
  for (const { endpoint, target: path } of target.checks) {
    const [check] = (await examineOnce(target, [endpoint], version)).checks;
    if (check === undefined) continue;
    seen.push(check);
    const { status, failure, durationMs } = check.observation;
    if (process.stderr.isTTY) {
      process.stderr.write(`${shown} ${path}  ${status ?? failure?.code}  ${durationMs.toFixed(0)} ms\n`);
    }
    if (status === null && endpoint === 'status') break;
  }
  return seen;
}

/** Every endpoint of a version, and nothing that is expected. */
function unconfigured(url: string, api: ApiVersion): Deployment {
  const endpoints = endpointNames.filter((name: EndpointName) => findEndpoint(api, name) !== undefined);
  const entry = { id: 'target', base_url: url, version: api, endpoints, components: [] };
  const [deployment] = parseConfig(JSON.stringify({ deployments: [entry] }), 'the command line').deployments;
  if (deployment === undefined) throw new Error('an entry without problems is a deployment');
  return deployment;
}

/** An outage would be expected from now on. */
function unwellLines({ unwell }: Learned): string[] {
  if (unwell.length === 0) return [];
  const told = unwell.slice(0, maxUnwellTold).map((each) => printable(each, maxUnwellShown));
  const more = unwell.length > told.length ? ` and ${unwell.length - told.length} more` : '';
  return [`is learned while not operational (${told.join(', ')}${more}): once it is, learn it again`];
}

function whyNot(check: CheckResult | undefined): string {
  const { observation, reason } = check ?? {};
  if (observation?.failure) return `${observation.failure.kind} (${observation.failure.code})`;
  return observation?.status === 200 ? `200, ${reason ?? 'no status document'}` : String(observation?.status);
}

/** Host and port as a slug. */
function idOf(url: string): string {
  const host = /^https?:\/\/([^/]*)/i.exec(url)?.[1] ?? '';
  const slug = host
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '');
  return slug.slice(0, maxIdLength).replace(/-$/, '') || 'deployment';
}

function uniqueId(id: string, taken: Set<string>): string {
  let unique = id;
  for (let next = 2; taken.has(unique); next += 1) {
    unique = `${id.slice(0, maxIdLength - 1 - String(next).length)}-${next}`;
  }
  taken.add(unique);
  return unique;
}

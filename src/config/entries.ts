// The whole fleet of a configuration: every entry parsed, resolved, and compared with the others.
import type { Deployment } from '../model/deployment.ts';
import { resolveDeployment, type Surroundings } from './deployments.ts';
import { type Draft, type Path, parseSection } from './issues.ts';
import { refuseReferences, shownAt } from './references.ts';
import { type DeploymentEntry, deploymentSchema } from './schema.ts';
import { childOf, entryAt, type Source } from './source.ts';

const maxDeployments = 100_000;

/** Enabled deployments. Where the sections they share have problems (null), entries are only parsed. */
export function resolveFleet(around: Surroundings | null, source: Source, problems: Draft[]): Deployment[] {
  const listed = childOf(source.root, 'deployments') ?? [];
  if (!Array.isArray(listed) || listed.length > maxDeployments) {
    problems.push({ path: ['deployments'], expected: `a list of at most ${maxDeployments}` });
    return [];
  }
  problems.push(...duplicates(source, listed));
  return listed.flatMap((raw: unknown, index) => {
    const path = ['deployments', index];
    refuseReferences(source, [[...path, 'id'], ...labelPaths(path)], problems);
    const entry: DeploymentEntry | null = parseSection(deploymentSchema, raw, path, problems);
    const deployment = entry && around && resolveDeployment(entry, path, around, problems);
    return deployment === null ? [] : [deployment];
  });
}

/** What becomes a label in a deployment, a kind, or the defaults. */
export function labelPaths(base: Path): Path[] {
  return [
    [...base, 'kind'],
    [...base, 'components'],
    [...base, 'components', 'exact'],
  ];
}

/** Ids are labels, and names are what our own API calls components: neither may occur twice. */
function duplicates(source: Source, listed: readonly unknown[]): Draft[] {
  const problems: Draft[] = [];
  const ids = new Map<string, Path>();
  const names = new Map<string, Path>();
  for (const [index, raw] of listed.entries()) {
    const id = childOf(raw, 'id');
    if (typeof id !== 'string') continue;
    const idPath = ['deployments', index, 'id'];
    const sameId = claim(ids, id, idPath);
    if (sameId !== null) {
      problems.push(taken('an id', idPath, sameId, source));
      continue;
    }
    const written = childOf(raw, 'name');
    const namePath = written === undefined ? idPath : ['deployments', index, 'name'];
    const sameName = claim(names, shownAt(source, namePath, String(written ?? id)), namePath);
    if (sameName !== null) problems.push(taken('a name', namePath, sameName, source));
  }
  return problems;
}

/** Who has the name already; null, and it is taken, where nobody has. */
function claim(claims: Map<string, Path>, name: string, path: Path): Path | null {
  const before = claims.get(name) ?? null;
  if (before === null) claims.set(name, path);
  return before;
}

function taken(what: string, path: Path, before: Path, source: Source): Draft {
  const { line } = source.lines.at(entryAt(source, before)?.valueOffset ?? 0);
  return {
    path,
    expected: `${what} of its own: deployments[${String(before[1])}] on line ${line} has this one`,
  };
}

// The whole fleet of a configuration: every entry parsed, resolved, and compared with the others.
import type { Deployment } from '../model.ts';
import { resolveDeployment, type Surroundings } from './deployments.ts';
import type { Draft, Path } from './draft.ts';
import { parseSection } from './issues.ts';
import { refuseReferences, shownAt } from './references.ts';
import { type DeploymentEntry, deploymentSchema } from './schema.ts';
import { childOf, entryAt, type Source } from './source.ts';

export const maxDeployments = 100_000;

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
  const ids = new Map<string, number>();
  const names = new Map<string, Path>();
  for (const [index, raw] of listed.entries()) {
    const id = childOf(raw, 'id');
    const first = typeof id === 'string' ? ids.get(id) : undefined;
    if (first !== undefined) {
      problems.push(duplicate('id', ['deployments', index, 'id'], ['deployments', first, 'id'], source));
      continue;
    }
    if (typeof id === 'string') ids.set(id, index);
    const place = ['deployments', index, 'name'];
    const written = childOf(raw, 'name');
    const name = typeof written === 'string' ? shownAt(source, place, written) : id;
    if (typeof name !== 'string') continue;
    const taken = names.get(name);
    if (taken === undefined)
      names.set(name, typeof written === 'string' ? place : ['deployments', index, 'id']);
    else
      problems.push(
        duplicate('name', typeof written === 'string' ? place : ['deployments', index, 'id'], taken, source),
      );
  }
  return problems;
}

function duplicate(what: 'id' | 'name', path: Path, first: Path, source: Source): Draft {
  const { line } = source.lines.linePos(entryAt(source, first)?.valueOffset ?? 0);
  return {
    path,
    expected: `a ${what} of its own: deployments[${String(first[1])}], line ${line}, has this one`,
  };
}

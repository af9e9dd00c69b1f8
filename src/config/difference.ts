// What a reload changes: deployments compared by value, secrets by what they hold.
import type { Deployment } from '../model/deployment.ts';
import type { Secret } from '../model/secret.ts';

interface Difference {
  readonly added: readonly Deployment[];
  /** New values of deployments that stay. */
  readonly changed: readonly Deployment[];
  readonly removed: readonly Deployment[];
}

export function difference(before: Iterable<Deployment>, after: readonly Deployment[]): Difference {
  const old = new Map([...before].map((deployment) => [deployment.id, deployment]));
  const added: Deployment[] = [];
  const changed: Deployment[] = [];
  for (const deployment of after) {
    const former = old.get(deployment.id);
    if (former === undefined) added.push(deployment);
    else if (former !== deployment && !isSameDeployment(former, deployment)) changed.push(deployment);
    old.delete(deployment.id);
  }
  return { added, changed, removed: [...old.values()] };
}

function isSameDeployment(
  { secrets: mine, ...one }: Deployment,
  { secrets: theirs, ...other }: Deployment,
): boolean {
  return isSame(one, other) && isSame(revealed(mine), revealed(theirs));
}

/** In the clear and in one order: compared, never kept or shown. */
function revealed(secrets: Deployment['secrets']): readonly string[] {
  return secrets.map(({ reveal }) => reveal()).sort();
}

/** Lists in their order, mappings in any. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isContainer(one) || !isContainer(other)) return false;
  if (isSecret(one)) return isSecret(other) && one.reveal() === other.reveal();
  const keys = Object.keys(one);
  return (
    Array.isArray(one) === Array.isArray(other) &&
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key]))
  );
}

type Container = Readonly<Record<string, unknown>>;

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}

function isSecret(value: Container): value is Container & Secret {
  return typeof value.reveal === 'function';
}

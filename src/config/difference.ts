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
    else if (fingerprint(former) !== fingerprint(deployment)) changed.push(deployment);
    old.delete(deployment.id);
  }
  return { added, changed, removed: [...old.values()] };
}

/** Holds secrets in the clear: compared, never kept or shown. */
function fingerprint(deployment: Deployment): string {
  return JSON.stringify(deployment, function (this: Record<string, unknown>, key, value: unknown) {
    const raw = this[key];
    return isSecret(raw) ? raw.reveal() : value;
  });
}

function isSecret(value: unknown): value is Secret {
  return (
    typeof value === 'object' && value !== null && 'reveal' in value && typeof value.reveal === 'function'
  );
}

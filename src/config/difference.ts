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

/** The same for the same values in any order of keys. Holds secrets in the clear: compared, never kept or shown. */
function fingerprint(deployment: Deployment): string {
  const secrets = deployment.secrets.map(({ reveal }) => reveal()).sort();
  return JSON.stringify({ ...deployment, secrets }, function (this: Values, key, value: unknown) {
    const raw = this[key];
    if (isSecret(raw)) return raw.reveal();
    return isMapping(value) ? Object.fromEntries(Object.entries(value).sort(byKey)) : value;
  });
}

type Values = Readonly<Record<string, unknown>>;

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

function isMapping(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSecret(value: unknown): value is Secret {
  return isMapping(value) && typeof value.reveal === 'function';
}

// What the pictures show: eight deployments in two places, two agents that watch them, and what happens to them.

export interface Watched {
  readonly id: string;
  readonly name: string;
  readonly kind: 'file-storage' | 'media' | 'monitoring' | 'compute';
  readonly place: 'eu' | 'us';
  readonly team: string;
  /** What an answer usually takes. */
  readonly latencyMs: number;
  readonly certificateDays: number;
}

export interface Vantage {
  readonly code: string;
  readonly name: string;
  readonly zone: string;
  readonly country: string;
  /** What the way to a place adds to an answer. */
  readonly awayMs: Readonly<Record<Watched['place'], number>>;
}

/** `from` and `to` are shares of the time that the pictures show. */
interface Happening {
  readonly place: Watched['place'];
  readonly kind: Watched['kind'];
  readonly from: number;
  readonly to: number;
  readonly fault: Readonly<Record<string, unknown>>;
}

export const vantages: readonly Vantage[] = [
  { code: 'fra1', name: 'Frankfurt', zone: 'eu-central', country: 'DE', awayMs: { eu: 2, us: 45 } },
  { code: 'nyc1', name: 'New York', zone: 'us-east', country: 'US', awayMs: { eu: 45, us: 3 } },
];

export const fleet: readonly Watched[] = [
  watched('files-eu', 'Files EU', 'file-storage', 'storage', 22, 64),
  watched('files-us', 'Files US', 'file-storage', 'storage', 28, 64),
  watched('media-eu', 'Media EU', 'media', 'media', 48, 12),
  watched('media-us', 'Media US', 'media', 'media', 55, 33),
  watched('monitoring-eu', 'Monitoring EU', 'monitoring', 'platform', 12, 180),
  watched('monitoring-us', 'Monitoring US', 'monitoring', 'platform', 15, 180),
  watched('compute-eu', 'Compute EU', 'compute', 'platform', 33, 5),
  watched('compute-us', 'Compute US', 'compute', 'platform', 38, 88),
];

const word = (component: string, said: string) => ({ type: 'component_word', component, word: said });
const field = (name: string, value: string, endpoint: string) => ({
  type: 'field_value',
  field: name,
  value,
  endpoint,
});

/** When the last agent is told to reload a configuration that is none. */
export const badReloadAt = 0.5;

const happenings: readonly Happening[] = [
  happening('eu', 'compute', 0.2, 0.27, word('Registry', 'degraded_performance')),
  happening('eu', 'compute', 0.27, 0.42, word('Registry', 'major_outage')),
  happening('eu', 'compute', 0.42, 0.5, word('Registry', 'partial_outage')),
  happening('eu', 'compute', 0.53, 0.63, { type: 'latency', ms: 420 }),
  happening('eu', 'compute', 0.66, 1, { type: 'http_status', status: 500, endpoint: 'services' }),
  happening('eu', 'compute', 0.9, 0.92, { type: 'hang' }),
  happening('eu', 'media', 0.3, 1, word('Delivery', 'degraded_performance')),
  happening('eu', 'monitoring', 0.3, 1, field('status', 'degraded_performance', 'regions')),
  happening('eu', 'file-storage', 0.78, 0.83, { type: 'http_status', status: 503, endpoint: 'files' }),
  happening('us', 'file-storage', 0.5, 0.56, { type: 'hang', endpoint: 'files' }),
  happening('us', 'media', 0.15, 0.5, word('Media Processing', 'under_maintenance')),
  happening('us', 'monitoring', 0.65, 0.85, { type: 'wrong_version', version: 'v3' }),
  happening('us', 'compute', 0.75, 1, { type: 'reset' }),
];

function watched(
  id: string,
  name: string,
  kind: Watched['kind'],
  team: string,
  latencyMs: number,
  certificateDays: number,
): Watched {
  return { id, name, kind, place: id.endsWith('-eu') ? 'eu' : 'us', team, latencyMs, certificateDays };
}

function happening(
  place: Watched['place'],
  kind: Watched['kind'],
  from: number,
  to: number,
  fault: Happening['fault'],
): Happening {
  return { place, kind, from, to, fault };
}

/** A scenario file of the simulator: at each turn of a deployment its faults are said anew. */
export function scenarioOf(place: Watched['place'], lastsSeconds: number): object {
  const here = happenings.filter((each) => each.place === place);
  const steps = [...Map.groupBy(here, ({ kind }) => kind)].flatMap(([deployment, its]) => {
    const turns = [...new Set(its.flatMap(({ from, to }) => [from, to]))].filter((turn) => turn < 1);
    return turns
      .sort((a, b) => a - b)
      .flatMap((turn) => {
        const at = `${Math.round(turn * lastsSeconds)}s`;
        const faults = its.filter(({ from, to }) => from <= turn && turn < to).map(({ fault }) => fault);
        return [{ at, deployment, clear: true }, ...faults.map((fault) => ({ at, deployment, fault }))];
      });
  });
  return { steps };
}

const endpointsOf: Readonly<Record<Watched['kind'], readonly string[]>> = {
  'file-storage': ['status', 'files'],
  media: ['status', 'media'],
  monitoring: ['status', 'regions', 'incidents'],
  compute: ['status', 'regions', 'services'],
};

/** A configuration file of an agent. `frontOf` gives a deployment's address and certificate. */
export function configOf(
  vantage: Vantage,
  store: string,
  frontOf: (id: string) => { readonly url: string; readonly certificate: string },
): object {
  const { awayMs: _, ...region } = vantage;
  const each = { interval: '5s' };
  const endpoints = Object.entries(endpointsOf).map(([kind, names]) => [
    kind,
    { endpoints: Object.fromEntries(names.map((name) => [name, each])) },
  ]);
  return {
    agent: { name: `picket-${vantage.code}`, region },
    store: { path: store },
    defaults: {
      ...each,
      timeout: '2s',
      ip_family: 4,
      confirm: { failures: 2, successes: 2, recheck_after: '1s' },
      headers: { 'X-Vantage': vantage.code },
      slo: { availability: '99%', latency: '250ms' },
    },
    kinds: Object.fromEntries(endpoints),
    deployments: fleet.map(({ id, name, kind, team }) => {
      const { url, certificate } = frontOf(id);
      const labels = { team, environment: 'demo' };
      return { id, name, base_url: url, kind, labels, tls: { ca: certificate } };
    }),
  };
}

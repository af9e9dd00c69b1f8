// A configuration as somebody's generator writes it from an inventory: defaults, a kind, labels, groups of deployments.

const owners = ['payments', 'storage', 'search', 'media', 'platform', 'identity', 'billing'] as const;
const environments = ['production', 'staging'] as const;
const perGroup = 100;

export interface FleetFile {
  /** `http://127.0.0.1:port`; deployment i is at `<origin>/d<i>`, version v2, two endpoints. */
  readonly origin: string;
  readonly deployments: number;
  readonly intervalSeconds: number;
  /** The one that is set otherwise than its like; null for none. */
  readonly other: number | null;
}

/** `${env:BENCH_TOKEN}` is referred to. */
export function fleetFile(file: FleetFile): string {
  const entries = Array.from({ length: file.deployments }, (_, index) => entry(file, index));
  return `${[head(file), ...entries].join('\n')}\n`;
}

function head({ intervalSeconds }: FleetFile): string {
  return `# Written from the inventory; do not edit.
agent:
  name: picket-bench
  region: { code: fra1, name: Frankfurt, zone: eu-central, country: DE }
  listen: 127.0.0.1:0
  max_in_flight: 20000
store: { path: picket.db, history: 30d }
defaults:
  interval: ${intervalSeconds}s
  timeout: ${intervalSeconds - 1}s
  confirm: { failures: 2, successes: 2, recheck_after: 5s }
  labels: { team: unknown, environment: production }
  headers: { X-Monitored-By: "picket \${env:BENCH_TOKEN}" }
  rules: { transport.cache_control: info }
kinds:
  scheduler-service:
    version: v2
    endpoints: [status, regions]
    components: [Control API, Scheduler, Build Service, Registry]
x-critical: &critical
  critical: true
  slo: { availability: 99.95%, latency: 250ms }
x-relaxed: &relaxed
  critical: false
  slo: { availability: 99.5% }
deployments:`;
}

function entry({ origin, intervalSeconds, other }: FleetFile, index: number): string {
  const owner = owners[index % owners.length];
  const environment = environments[index % environments.length];
  const group = `g${Math.floor(index / perGroup)}`;
  const spelledOut = `endpoints: { status: {}, regions: { timeout: ${intervalSeconds - 2}s } }`;
  const lines = [
    `  - id: d${index}`,
    `    <<: ${index % 4 === 0 ? '*critical' : '*relaxed'}`,
    `    name: ${owner} ${environment} ${index}`,
    `    base_url: ${origin}/d${index}`,
    ...(index % 10 === 0 ? ['    kind: compute', `    ${spelledOut}`] : ['    kind: scheduler-service']),
    `    labels: { team: ${owner}, environment: ${environment}, group: ${group} }`,
    ...(index === other ? ['    degraded_above: 5s'] : []),
  ];
  return lines.join('\n');
}

// What the bench's origins answer with: healthy documents of the compute kind, as JSON.

const components = ['Control API', 'Scheduler', 'Build Service', 'Registry'];
const statusHead = JSON.stringify({
  status: 'operational',
  version: 'v2',
  region: 'Frankfurt',
  components: components.map((name) => ({ name, status: 'operational' })),
}).slice(0, -1);

export const regions = JSON.stringify({
  object: 'list',
  data: [
    { code: 'fra1', name: 'Frankfurt', zone: 'eu-central', country: 'DE', status: 'operational' },
    { code: 'dub1', name: 'Dublin', zone: 'eu-west', country: 'IE', status: 'operational' },
    { code: 'iad1', name: 'Washington, D.C.', zone: 'us-east', country: 'US', status: 'operational' },
    { code: 'sin1', name: 'Singapore', zone: 'asia-southeast', country: 'SG', status: 'operational' },
  ],
});

/** The status document of that second. */
export function statusAt(epochMs: number): string {
  return `${statusHead},"updated_at":"${new Date(epochMs).toISOString().slice(0, 19)}Z"}`;
}

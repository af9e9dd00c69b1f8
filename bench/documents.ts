// What the bench's origins answer with: healthy documents of the compute kind, as JSON.

const components = ['Control API', 'Scheduler', 'Build Service', 'Registry'];
const listed = [
  { code: 'fra1', name: 'Frankfurt', zone: 'eu-central', country: 'DE', status: 'operational' },
  { code: 'dub1', name: 'Dublin', zone: 'eu-west', country: 'IE', status: 'operational' },
  { code: 'iad1', name: 'Washington, D.C.', zone: 'us-east', country: 'US', status: 'operational' },
  { code: 'sin1', name: 'Singapore', zone: 'asia-southeast', country: 'SG', status: 'operational' },
];

export interface Documents {
  readonly regions: string;
  /** The status document of that second. */
  readonly statusAt: (epochMs: number) => string;
}

function documentsOf(names: readonly string[], data: readonly object[]): Documents {
  const head = JSON.stringify({
    status: 'operational',
    version: 'v2',
    region: 'Frankfurt',
    components: names.map((name) => ({ name, status: 'operational' })),
  }).slice(0, -1);
  return {
    regions: JSON.stringify({ object: 'list', data }),
    statusAt: (epochMs) => `${head},"updated_at":"${new Date(epochMs).toISOString().slice(0, 19)}Z"}`,
  };
}

export const documents = documentsOf(components, listed);
/** The same with its lists in another order: it says the same, and is not equal. */
export const turned = documentsOf(components.toReversed(), listed.toReversed());

/** What that makes of a round of Picket, for the texts of the benches. */
export const equalDocuments =
  'A status document differs from the one before in updated_at alone, the list of regions not at all:\n' +
  'both are compared whole, and no rule about a document runs again.';

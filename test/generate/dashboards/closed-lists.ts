// Ids that Grafana looks up in tables of its own, as `tools/grafana-schema` read them from its packages.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const fixtures = join(import.meta.dirname, '..', '..', 'fixtures', 'grafana');

interface ClosedLists {
  readonly units: readonly string[];
  readonly reducers: readonly string[];
  readonly transformations: readonly string[];
  /** Panels that every Grafana from 10 on brings along, of those with a schema. */
  readonly panels: readonly string[];
}

export const closedLists: ClosedLists = JSON.parse(readFileSync(join(fixtures, 'closed-lists.json'), 'utf8'));

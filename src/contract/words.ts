// What reported words mean. The document shows only "operational"; the rest are the field's common words.

const words = {
  operational: 'operational',
  maintenance: 'under_maintenance',
  under_maintenance: 'under_maintenance',
  degraded: 'degraded_performance',
  degraded_performance: 'degraded_performance',
  partial_outage: 'partial_outage',
  major_outage: 'major_outage',
  outage: 'major_outage',
  down: 'major_outage',
} as const;

type MeantState = (typeof words)[keyof typeof words] | 'unknown';

/** Words are compared without case, blanks and hyphens as underscores. */
export function normalizeWord(word: string): string {
  return word
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
}

const table: ReadonlyMap<string, MeantState> = new Map(Object.entries(words));

/** The state a reported word means; undefined for a word in no table, which is never green. */
export function meaningOf(word: string, added: Readonly<Record<string, MeantState>>): MeantState | undefined {
  const normal = normalizeWord(word);
  return Object.hasOwn(added, normal) ? added[normal] : table.get(normal);
}

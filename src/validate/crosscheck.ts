// What the answers of one round say about each other; a table of rules over the round's documents.
import type { EndpointName } from '../contract/endpoints.ts';
import { itemsIn, listIn, textIn } from './document.ts';
import type { Findings } from './finding.ts';

/** One answer of a round; its document is undefined where there was none to read. */
export interface Answer {
  readonly document: unknown;
  readonly findings: Findings;
}

export type Round = ReadonlyMap<EndpointName, Answer>;

const rules: readonly ((round: Round) => void)[] = [regionUnlisted];

/** A rule says something only when every answer that it compares was had in this round. */
export function crosscheck(round: Round): void {
  for (const rule of rules) rule(round);
}

function regionUnlisted(round: Round): void {
  const status = round.get('status');
  const region = textIn(status?.document, 'region');
  const listed = listIn(round.get('regions')?.document, 'data');
  if (status === undefined || region === null || listed === null) return;
  if (listed.some((item) => textIn(item, 'name') === region)) return;
  const names = itemsIn(round.get('regions')?.document, 'data').flatMap((item) => textIn(item, 'name') ?? []);
  status.findings.add({
    rule: 'meaning.region_unlisted',
    path: 'region',
    message: 'the answering region is not among the listed regions',
    expected: 'the name of a listed region',
    observed: `${region}; listed: ${names.length === 0 ? 'none' : names.join(', ')}`,
  });
}

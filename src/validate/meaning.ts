// What an answer means beyond its shape: a table from endpoint to the rules that one round can decide.
import type { EndpointName } from '../contract/endpoints.ts';
import type { RuleId } from '../contract/rules.ts';
import { meaningOf } from '../contract/words.ts';
import type { Deployment } from '../model/deployment.ts';
import { componentsEmpty, componentsExtra, componentsMissing } from './components.ts';
import { instantIn, isFields, itemsIn, type Subject, textIn } from './document.ts';
import { describe, type Findings } from './finding.ts';
import { clockToleranceMs } from './transport.ts';

type MeaningRule = (subject: Subject) => void;

const rulesOf: Readonly<Partial<Record<EndpointName, readonly MeaningRule[]>>> = {
  status: [
    version,
    componentsEmpty,
    componentsMissing,
    unique('meaning.components_duplicate', 'components', 'name'),
    componentsExtra,
    updatedAtFuture,
    overallWord,
    itemWords('components'),
  ],
  regions: [unique('meaning.ids_duplicate', 'data', 'code'), itemWords('data')],
};

/** What the shape rules found unreadable is passed over here, but for the version, which cannot be excused. */
export function checkMeaning(endpoint: EndpointName, subject: Subject): void {
  for (const rule of rulesOf[endpoint] ?? []) rule(subject);
}

function version({ deployment, document, findings }: Subject): void {
  const observed = isFields(document) ? document.version : undefined;
  if (observed === deployment.version) return;
  findings.add({
    rule: 'meaning.version',
    path: 'version',
    message: 'version is not the one of the path',
    expected: deployment.version,
    observed: typeof observed === 'string' ? observed : describe(observed),
  });
}

/** One finding a value, at its second place among the items that are looked at. */
function unique(rule: RuleId, list: string, field: string): MeaningRule {
  return ({ document, findings }) => {
    const places = new Map<string, number>();
    for (const [index, item] of itemsIn(document, list).entries()) {
      const value = textIn(item, field);
      if (value === null) continue;
      const place = (places.get(value) ?? 0) + 1;
      places.set(value, place);
      if (place !== 2) continue;
      findings.add({
        rule,
        path: `${list}[${index}].${field}`,
        message: `the ${field} is listed more than once`,
        expected: `each ${field} once`,
        observed: value,
      });
    }
  };
}

function updatedAtFuture({ document, nowMs, fleetSkewMs, findings }: Subject): void {
  const updatedAtMs = instantIn(document, 'updated_at');
  const latestMs = nowMs + fleetSkewMs + clockToleranceMs;
  if (updatedAtMs === null || updatedAtMs <= latestMs) return;
  findings.add({
    rule: 'freshness.updated_at_future',
    path: 'updated_at',
    message: `updated_at is ahead of the fleet's clock`,
    expected: `at most ${new Date(latestMs).toISOString()}`,
    observed: textIn(document, 'updated_at') ?? '',
  });
}

function overallWord({ deployment, document, findings }: Subject): void {
  checkWord(textIn(document, 'status'), 'status', deployment, findings);
}

function itemWords(list: string): MeaningRule {
  return ({ deployment, document, findings }) => {
    for (const [index, item] of itemsIn(document, list).entries()) {
      checkWord(textIn(item, 'status'), `${list}[${index}].status`, deployment, findings);
    }
  };
}

function checkWord(word: string | null, path: string, deployment: Deployment, findings: Findings): void {
  if (word === null || meaningOf(word, deployment.statusWords) !== undefined) return;
  findings.add({
    rule: 'drift.unknown_word',
    path,
    message: 'the word is in no table, and counts as unknown',
    expected: 'a word of the built-in table or of status_words',
    observed: word,
  });
}

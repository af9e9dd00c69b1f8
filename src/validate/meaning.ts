// What an answer means beyond its shape: a table from endpoint to the rules that one round can decide.
import type { EndpointName } from '../contract/endpoints.ts';
import { valuesSeen } from '../contract/resources.ts';
import { componentsEmpty, componentsExtra, componentsMissing } from './components.ts';
import { isFields, type MeaningRule, type Subject } from './document.ts';
import { describe } from './finding.ts';
import { resolvedAt, resolvedBeforeCreated } from './incidents.ts';
import { limit, unique } from './lists.ts';
import { checksumDigest, mediaKind } from './stored.ts';
import { algorithmWords, itemStates, overallState, words } from './words.ts';

const uniqueIds = unique('meaning.ids_duplicate', 'data', 'id');

const rulesOf: Readonly<Record<EndpointName, readonly MeaningRule[]>> = {
  status: [
    version,
    componentsEmpty,
    componentsMissing,
    unique('meaning.components_duplicate', 'components', 'name'),
    componentsExtra,
    overallState,
    itemStates('components'),
  ],
  regions: [unique('meaning.ids_duplicate', 'data', 'code'), itemStates('data')],
  files: [limit, uniqueIds, checksumDigest, algorithmWords],
  media: [limit, uniqueIds, mediaKind, words('status', valuesSeen.media.status)],
  incidents: [
    limit,
    uniqueIds,
    resolvedAt,
    resolvedBeforeCreated,
    words('status', valuesSeen.incident.status),
    words('impact', valuesSeen.incident.impact),
  ],
  services: [
    limit,
    uniqueIds,
    words('runtime', valuesSeen.service.runtime),
    words('status', valuesSeen.service.status),
  ],
};

/** Of what the shape rules found unreadable, only the version is told: it cannot be excused. */
export function checkMeaning(subject: Subject): void {
  for (const rule of rulesOf[subject.check.endpoint]) rule(subject);
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

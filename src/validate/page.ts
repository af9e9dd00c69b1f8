// One page of a walk against the document: its findings, its items with their ids, and the cursor of the next.
import type { Check, Deployment } from '../model/deployment.ts';
import type { Observation } from '../model/round.ts';
import { type Fields, isFields, itemsIn, listIn, readDocument, textIn } from './document.ts';
import { describe, type Findings, type Remark } from './finding.ts';
import { checkDocument } from './reading.ts';
import { type Clocks, clockSkewMs } from './transport.ts';
import { endpointOf, isReadable } from './validate.ts';

/** Characters of a cursor: it goes into the query of the next page. */
const maxCursorLength = 1_000;
/** Characters of an id that is remembered; longer ones are not compared. */
const maxIdLength = 200;

export interface Page {
  /** All of them, also beyond those that are looked at. */
  readonly items: number;
  readonly ids: readonly { readonly id: string; readonly path: string }[];
  /** Asks for the page that follows; null where there is none, or where it cannot be asked for. */
  readonly next: string | null;
  /** Whether there is a cursor that cannot be asked for. */
  readonly failed: boolean;
}

/** null where there is no list to be read. Throws only for a check whose endpoint the deployment's version does not have. */
export function readPage(
  deployment: Deployment,
  check: Check,
  cursorField: string,
  observation: Observation,
  clocks: Clocks,
  findings: Findings,
): Page | null {
  const skewMs = clockSkewMs(observation, clocks.fleetSkewMs);
  const answer = { check, observation, skewMs, findings };
  const document = isReadable(deployment, answer, clocks) ? readDocument(observation, findings) : undefined;
  if (document !== undefined) {
    checkDocument(endpointOf(deployment, check), { check, deployment, document, findings });
  }
  const listed = listIn(document, 'data');
  if (listed === null || !isFields(document)) {
    findings.add(notReadable(observation));
    return null;
  }
  const ids = itemsIn(document, 'data').flatMap((item, index) => {
    const id = textIn(item, 'id');
    return id === null || id.length > maxIdLength ? [] : [{ id, path: `data[${index}].id` }];
  });
  return { items: listed.length, ids, ...nextIn(document, cursorField, findings) };
}

function notReadable({ failure, status }: Observation): Remark {
  const answer = status === 200 ? 'an answer that is no list' : `status ${status}`;
  return {
    rule: 'meaning.pagination',
    path: '',
    message: 'the page could not be had',
    expected: 'a list',
    observed: failure === null ? answer : `${failure.kind} ${failure.code}`,
  };
}

/** Absent, null and empty all say that nothing follows. */
function nextIn(document: Fields, field: string, findings: Findings): Pick<Page, 'next' | 'failed'> {
  const value = Object.hasOwn(document, field) ? document[field] : null;
  if (value === null || value === '') return { next: null, failed: false };
  if (typeof value === 'string' && value.length <= maxCursorLength && value.isWellFormed()) {
    return { next: value, failed: false };
  }
  findings.add({
    rule: 'meaning.pagination',
    path: field,
    message: 'the next page cannot be asked for with such a cursor',
    expected: `a string of at most ${maxCursorLength} characters`,
    observed: describe(value),
  });
  return { next: null, failed: true };
}

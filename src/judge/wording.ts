// The words people read: what is wrong with a check, and strings from targets made safe to print.
import type { CheckState, LastRun } from '../model/belief.ts';
import type { Finding } from '../model/round.ts';
import type { Reason } from '../model/states.ts';
import { isReachable } from './check.ts';

/** Names, words and details from a target are cut here. */
const maxTextLength = 120;

/** Bounded; control characters, invisible ones and broken surrogates show as U+FFFD, never as nothing. */
export function clean(text: string): string {
  return printable(text, maxTextLength);
}

/** The same, with the bound of a place of its own. */
export function printable(text: string, length: number): string {
  return text.slice(0, length).replace(/\p{C}/gu, '\uFFFD');
}

/** The same cause has the same lead in every round; the detail is what the latest run showed of it. */
export interface Wording {
  readonly lead: string;
  /** Empty where the latest run shows nothing of it. */
  readonly detail: string;
}

export function plainWording(lead: string): Wording {
  return { lead, detail: '' };
}

/** `status check is unreachable`, with `timeout: DEADLINE`. */
export function unreachableWording({ endpoint, last }: CheckState): Wording {
  const shown = last !== null && !isReachable(last.reason, last.httpStatus);
  return { lead: `${endpoint} check is unreachable`, detail: shown ? detailOf(last) : '' };
}

/** `status check fails`, with `version: expected v1, got v2`. */
export function failingWording({ endpoint, last }: CheckState): Wording {
  return { lead: `${endpoint} check fails`, detail: last === null ? '' : detailOf(last) };
}

export function noAnswerWording(endpoint: CheckState['endpoint'], check?: CheckState): Wording {
  return plainWording(
    check?.cut ? "the agent's own network is cut" : `no fresh answer from the ${endpoint} check`,
  );
}

/** Lead and detail; a detail the latest run does not show is taken over from the text before. */
export function textOf(wording: Wording, before: string | null): string {
  if (wording.detail !== '') return `${wording.lead} (${wording.detail})`;
  return before !== null && speaksOf(before, wording.lead) ? before : wording.lead;
}

/** Whether a text is about the cause with this lead. */
export function speaksOf(text: string, lead: string): boolean {
  return text === lead || text.startsWith(`${lead} (`);
}

/** Where the findings of a reason stand in the rule table (contract/rules.ts). */
const rulesOf: Partial<Record<Reason, string>> = {
  content_type: 'transport.content_type',
  json: 'shape.json',
  schema: 'shape.',
  version: 'meaning.version',
  components: 'meaning.components_',
};

/** The reason of a failing run, with what it rests on: a code, a status, or expected and observed. */
function detailOf({ reason, failure, httpStatus, findings }: LastRun): string {
  if (reason === null) return '';
  if (reason === 'http_status' || reason === 'redirect') return `${reason} ${httpStatus}`;
  if (failure !== null) return clean(`${reason}: ${failure.code}`);
  const rules = rulesOf[reason] ?? '';
  const finding = findings.find(({ severity, rule }) => severity === 'error' && rule.startsWith(rules));
  return clean(finding === undefined ? reason : `${reason}: ${gist(finding, reason)}`);
}

/** `version expected v1, got v2`; a path that the text before names already is left out. */
export function gist({ path, expected, observed }: Finding, named = ''): string {
  const place = path === '' || path === named ? '' : `${path} `;
  return `${place}expected ${expected}, got ${observed}`;
}

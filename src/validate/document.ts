// A body as a value: JSON read without trusting it, and the few ways in which the rules look into it.
import { statusSchema } from '../contract/resources.ts';
import type { Check, Deployment } from '../model/deployment.ts';
import type { Observation } from '../model/round.ts';
import type { Findings } from './finding.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** What a rule about one document is handed. */
export interface Subject {
  readonly check: Check;
  readonly deployment: Deployment;
  readonly document: unknown;
  readonly findings: Findings;
}

/** Says what does not hold of a document; what the shape rules found unreadable is passed over. */
export type MeaningRule = (subject: Subject) => void;

/** The body's value; undefined, with a finding, where it is not JSON in UTF-8 (RFC 8259, section 8.1). */
export function readDocument(observation: Observation, findings: Findings): unknown {
  const body = observation.body ?? '';
  const complain = (message: string, observed: string) => {
    findings.add({
      rule: 'shape.json',
      path: '',
      message,
      expected: 'JSON in UTF-8 without a byte order mark',
      observed,
    });
  };
  if (!observation.bodyIsUtf8) return complain('the body is not UTF-8', body);
  if (body === '') return complain('the body is empty', 'an empty body');
  if (body.startsWith('\ufeff')) return complain('the body begins with a byte order mark', body);
  try {
    return JSON.parse(body);
  } catch (error) {
    return complain(`the body is not JSON: ${reasonOf(error)}`, body);
  }
}

/** What V8 says without its excerpt of the body, which could show a secret in part. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/, (\.\.\.)?".*"(\.\.\.)? is not valid JSON$/s, '');
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The array in a field; null where there is none. */
export function listIn(document: unknown, field: string): readonly unknown[] | null {
  const value = isFields(document) ? document[field] : null;
  return Array.isArray(value) ? value : null;
}

/**
 * Items of a list that are looked at one by one. A target decides how many it sends, and the loop has others to
 * serve; of the rest, shape and claims still see to it that nothing is taken for well unseen.
 */
export const maxItems = 1_000;

/** The first `maxItems` of the array in a field; none where there is no array. */
export function itemsIn(document: unknown, field: string): readonly unknown[] {
  const items = listIn(document, field) ?? [];
  return items.length > maxItems ? items.slice(0, maxItems) : items;
}

/** The string in a field; null where there is none. */
export function textIn(document: unknown, field: string): string | null {
  const value = isFields(document) ? document[field] : null;
  return typeof value === 'string' ? value : null;
}

/** The timestamp in a field as epoch ms; null where it does not have the documented form. */
export function instantIn(document: unknown, field: string): number | null {
  const { success, data } = statusSchema.shape.updated_at.safeParse(textIn(document, field));
  return success ? Date.parse(data) : null;
}

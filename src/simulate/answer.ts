// One answer as a plan: what it says and how it is carried. Faults edit the plan; deliver.ts alone writes it.
import { meaningOf } from '../contract/words.ts';

export interface StatusDraft {
  /** null follows the components: the worst of their words. */
  readonly status: string | null;
  readonly version: string;
  readonly region: string;
  readonly components: readonly { readonly name: string; readonly status: string }[];
  readonly updated_at: string;
}

/**
 * API document, "List envelope". It does not show the field of the next cursor, yet a cursor has to be taken
 * from somewhere: `next_cursor` stands only where a `limit` left items over, so plain lists stay as documented.
 */
export interface ListDocument {
  readonly object: 'list';
  readonly data: readonly object[];
  readonly next_cursor?: string;
}

/** Errors are not shown in the API document; this shape is ours. */
export interface Refusal {
  readonly error: { readonly code: string; readonly message: string };
}

/** One field of each item of a list, or of the status document, as it is sent. */
export interface FieldEdit {
  readonly name: string;
  /** Any JSON; undefined leaves the field out. */
  readonly value: unknown;
  /** Whether it is set where there was no such field too. */
  readonly added: boolean;
}

export type Ending =
  | { readonly type: 'whole' | 'reset' | 'hang' | 'hang_in_body' }
  | { readonly type: 'drip'; readonly bytes: number; readonly everyMs: number };

export interface Answer {
  readonly status: number;
  readonly mediaType: string;
  readonly cacheControl: string;
  /** Seconds in an Age header; null sends none. */
  readonly ageSeconds: number | null;
  /** How far Date is ahead of the clock. */
  readonly dateOffsetMs: number;
  /** `unknown` is for /faults, which shows a bare list. */
  readonly document: StatusDraft | ListDocument | Refusal | readonly unknown[];
  /** The `limit` that was asked for; null where none was. */
  readonly limit: number | null;
  /** Made in the document, in this order. */
  readonly edits: readonly FieldEdit[];
  /** Sent instead of the document; null sends the document. */
  readonly text: string | null;
  /** Only the first half of the body is sent, as if that were all. */
  readonly truncated: boolean;
  /** Blanks after the body up to this size: still the same JSON. */
  readonly padToBytes: number;
  readonly gzip: boolean;
  readonly latencyMs: number;
  readonly ending: Ending;
}

/** An answer that is carried as it should be. */
export function plain(status: number, cacheControl: string, document: Answer['document']): Answer {
  return {
    status,
    mediaType: 'application/json',
    cacheControl,
    ageSeconds: null,
    dateOffsetMs: 0,
    document,
    limit: null,
    edits: [],
    text: null,
    truncated: false,
    padToBytes: 0,
    gzip: false,
    latencyMs: 0,
    ending: { type: 'whole' },
  };
}

export function refuse(status: number, code: string, message: string): Answer {
  return plain(status, 'no-store', { error: { code, message } });
}

/** The body without its padding. */
export function bodyOf({ document, edits, text, truncated }: Answer): Buffer {
  const body = Buffer.from(text ?? JSON.stringify(edited(document, edits)));
  return truncated ? body.subarray(0, body.length / 2) : body;
}

function edited(document: Answer['document'], edits: readonly FieldEdit[]): object {
  if ('components' in document) return edits.reduce(edit, { ...document, status: overallOf(document) });
  if (!('data' in document)) return document;
  return { ...document, data: document.data.map((item) => edits.reduce(edit, item)) };
}

function edit(fields: object, { name, value, added }: FieldEdit): object {
  return added || Object.hasOwn(fields, name) ? { ...fields, [name]: value } : fields;
}

const worstFirst = ['major_outage', 'partial_outage', 'degraded_performance', 'under_maintenance'] as const;

/** The overall word: the draft's own, else the worst of what the components' words mean. */
function overallOf({ status, components }: StatusDraft): string {
  const meant = components.map((component) => meaningOf(component.status, {}));
  return status ?? worstFirst.find((state) => meant.includes(state)) ?? 'operational';
}

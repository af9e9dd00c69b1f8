// What was kept of a transition: the failing beside the last good answer, and where their JSON differs.
import type { ExhibitItem, IncidentWithEvidence } from '../incident-schema.ts';
import { type Html, html, preformatted, said } from './html.ts';
import { indented } from './indented.ts';
import { type Column, table, terms } from './table.ts';
import { milliseconds, moment, phasesInWords } from './words.ts';

export type Piece = IncidentWithEvidence['evidence'][number];

/** Its headings are of the third level. */
export function evidenceTold({ check, failing, good, difference }: Piece): Html {
  const goodHeading = failing === null ? 'The good answer' : 'The last good answer';
  return html`<div class="evidence">
${difference.length === 0 ? '' : table('Where their JSON differs', differenceColumns, difference)}${good === null ? none : ''}<div class="pair">
${good === null ? '' : exhibitTold(goodHeading, check, good)}${failing === null ? '' : exhibitTold('The failing answer', check, failing)}</div>
</div>
`;
}

const none = html`<p>No good answer was seen before it.</p>\n`;

const differenceColumns: readonly Column<Piece['difference'][number]>[] = [
  { head: 'Path', cell: ({ path }) => (path === '' ? 'the whole' : html`<code>${said(path)}</code>`) },
  { head: 'Last good', cell: ({ good }) => valueTold('was', good) },
  { head: 'Failing', cell: ({ failing }) => valueTold('is', failing) },
];

/** The class gives it a sign beside its colour. */
function valueTold(side: 'was' | 'is', value: string | null): Html {
  return value === null ? html`<i>absent</i>` : html`<code class="${side}">${said(value)}</code>`;
}

function exhibitTold(heading: string, check: Piece['check'], exhibit: ExhibitItem): Html {
  const { at, reason, failure, http_status, latency_ms, phases, body, body_cut } = exhibit;
  return html`<div>
<h3>${heading}<small>${check} check, ${moment(at)}</small></h3>
${terms([
  ['HTTP status', http_status ?? 'none'],
  ['Reason', reason],
  ['Failure', failure && html`${said(failure.code)} in ${failure.phase}: ${said(failure.message)}`],
  ['Latency', latency_ms === null ? null : milliseconds(latency_ms)],
  ['Phases', phasesInWords(phases) || null],
  ['Body', bodySize(exhibit)],
])}${headersTold(heading, exhibit)}${body === null || body === '' ? '' : preformatted(`Body of ${named(heading)}`, indented(body, body_cut))}</div>
`;
}

function headersTold(heading: string, { headers }: ExhibitItem): Html {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  if (lines.length === 0) return html``;
  return html`<details><summary>${lines.length === 1 ? '1 header' : `${lines.length} headers`}</summary>
${preformatted(`Headers of ${named(heading)}`, lines.join('\n'))}</details>
`;
}

function named(heading: string): string {
  return heading.replace(/^The/, 'the');
}

function bodySize({ body, body_bytes, body_cut }: ExhibitItem): string {
  if (body === null) return 'not had in full';
  return body_cut ? `${body_bytes} bytes, of which this is the beginning` : `${body_bytes} bytes`;
}

// One incident as a page: its updates in time, and for each transition the failing beside the last good answer.
import type { ExhibitItem, IncidentWithEvidence } from '../incident-schema.ts';
import { framed, type Site } from './frame.ts';
import { type Html, html, preformatted, said } from './html.ts';
import { type Column, section, table, terms } from './table.ts';
import { inWords, milliseconds, phasesInWords } from './words.ts';

type Update = IncidentWithEvidence['updates'][number];
type Piece = IncidentWithEvidence['evidence'][number];

const transitions: Readonly<Record<Piece['transition'], string>> = {
  incident_opened: 'incident opened',
  incident_updated: 'incident updated',
  incident_resolved: 'incident resolved',
};

export function renderIncidentPage(incident: IncidentWithEvidence, site: Site, atMs: number): string {
  const { id, title, deployment, updates, evidence } = incident;
  return framed({
    site,
    atMs,
    title,
    deployment,
    refreshes: false,
    jsonPath: `/api/v2/incidents/${id}`,
    body: html`<h1><bdi>${title}</bdi></h1>
${summary(incident, site)}
${section('Updates', 'Oldest first', updateColumns, updates)}
${evidence.length === 0 ? '' : html`<h2>Evidence</h2>\n`}${evidence.map(pieceTold)}`,
  });
}

function summary(incident: IncidentWithEvidence, { prefix }: Site): Html {
  const { deployment, status, impact, created_at, resolved_at } = incident;
  return terms([
    ['Deployment', html`<a href="${prefix}/deployments/${deployment}">${deployment}</a>`],
    ['Status', `${status}, impact ${impact}`],
    ['Created', created_at],
    ['Resolved', resolved_at ?? null],
  ]);
}

const updateColumns: readonly Column<Update>[] = [
  { head: 'At', cell: ({ created_at }) => created_at },
  { head: 'State', cell: ({ status }) => inWords[status] },
  { head: 'What', width: 'wide', cell: ({ text }) => said(text) },
];

function pieceTold({ created_at, transition, check, failing, good, difference }: Piece): Html {
  return html`<section>
<h3>${check}: ${transitions[transition]} at ${created_at}</h3>
<div class="pair">
${failing === null ? '' : exhibitTold('The failing answer', failing)}${good === null ? '' : exhibitTold(failing === null ? 'The good answer' : 'The last good answer', good)}</div>
${difference.length === 0 ? '' : table('Where their JSON differs', differenceColumns, difference)}</section>
`;
}

const differenceColumns: readonly Column<Piece['difference'][number]>[] = [
  { head: 'Path', cell: ({ path }) => said(path) },
  { head: 'Failing', cell: ({ failing }) => (failing === null ? 'absent' : said(failing)) },
  { head: 'Last good', cell: ({ good }) => (good === null ? 'absent' : said(good)) },
];

function exhibitTold(heading: string, exhibit: ExhibitItem): Html {
  const { at, reason, failure, http_status, latency_ms, phases, headers, body } = exhibit;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return html`<div>
<h4>${heading}</h4>
${terms([
  ['At', at],
  ['HTTP status', http_status ?? 'none'],
  ['Reason', reason],
  ['Failure', failure && html`${said(failure.code)} in ${failure.phase}: ${said(failure.message)}`],
  ['Latency', latency_ms === null ? null : milliseconds(latency_ms)],
  ['Phases', phasesInWords(phases) || null],
  ['Body', bodySize(exhibit)],
])}${lines.length === 0 ? '' : preformatted(lines.join('\n'))}${body === null ? '' : preformatted(body)}</div>
`;
}

function bodySize({ body, body_bytes, body_cut }: ExhibitItem): string {
  if (body === null) return 'not had in full';
  return body_cut ? `${body_bytes} bytes, of which this is the beginning` : `${body_bytes} bytes`;
}

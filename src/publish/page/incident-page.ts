// One incident as a page: its updates in time, and for each transition the failing beside the last good answer.
import type { IncidentWithEvidence } from '../incident-schema.ts';
import { evidenceTold, type Piece } from './evidence.ts';
import { framed, type Site } from './frame.ts';
import { type Html, html, said } from './html.ts';
import { type Column, section, terms } from './table.ts';
import { inWords } from './words.ts';

type Update = IncidentWithEvidence['updates'][number];

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
${evidence.map(pieceTold)}`,
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

function pieceTold(piece: Piece): Html {
  const { check, transition, created_at } = piece;
  return html`<section>
<h2>${check}: ${transitions[transition]} at ${created_at}</h2>
${evidenceTold(piece)}</section>
`;
}

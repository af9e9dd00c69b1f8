// The updates of an incident down a line, each with when it came and the answers that made it.
import { duration } from '../../browser/duration.js';
import type { IncidentWithEvidence } from '../incident-schema.ts';
import { evidenceTold, type Piece } from './evidence.ts';
import { type Html, html, sentence } from './html.ts';
import { marked } from './mark.ts';
import { moment } from './words.ts';

/** Of more, those between the first and the last are folded. */
const maxUnfolded = 20;
const firstShown = 5;
const lastShown = 10;

interface Entry {
  readonly update: IncidentWithEvidence['updates'][number];
  readonly sinceStartMs: number;
  readonly piece: Piece | null;
  /** The first answer that failed is what a reader comes for. */
  readonly isUnfolded: boolean;
}

/** Oldest first. */
export function timelineTold(incident: IncidentWithEvidence): Html {
  const entries = entriesOf(incident);
  if (entries.length <= maxUnfolded) return listTold(entries.map(entryTold));
  const between = entries.slice(firstShown, -lastShown);
  return listTold([
    ...entries.slice(0, firstShown).map(entryTold),
    html`<li class="between"><details><summary>${between.length} updates between</summary>
${listTold(between.map(entryTold))}</details></li>\n`,
    ...entries.slice(-lastShown).map(entryTold),
  ]);
}

/** Evidence is of the instant of its update; both are told to the second, so each is given out once. */
function entriesOf({ created_at, updates, evidence }: IncidentWithEvidence): Entry[] {
  const left = [...evidence];
  const firstFailing = evidence.find(({ failing }) => failing !== null);
  return updates.map((update) => {
    const index = left.findIndex((piece) => piece.created_at === update.created_at);
    const [piece = null] = index === -1 ? [] : left.splice(index, 1);
    const sinceStartMs = Date.parse(update.created_at) - Date.parse(created_at);
    return { update, sinceStartMs, piece, isUnfolded: piece !== null && piece === firstFailing };
  });
}

function listTold(items: readonly Html[]): Html {
  return html`<ol class="timeline past">\n${items}</ol>\n`;
}

function entryTold({ update: { created_at, status, text }, sinceStartMs, piece, isUnfolded }: Entry): Html {
  const sinceStart = sinceStartMs > 0 ? html`<small>after ${duration(sinceStartMs)}</small>` : '';
  return html`<li>
<p class="when">${moment(created_at)}${sinceStart}</p>
<div class="what">
<p>${marked(status)}</p>
<p>${sentence(text)}</p>
${piece === null ? '' : foldedTold(piece, isUnfolded)}</div>
</li>
`;
}

function foldedTold(piece: Piece, isUnfolded: boolean): Html {
  const { check, failing, good } = piece;
  const answers =
    failing === null ? 'the answer' : good === null ? 'the failing answer' : 'failing and good answer';
  return html`<details${isUnfolded ? html` open` : ''}><summary>Evidence: ${answers} of the ${check} check</summary>
${evidenceTold(piece)}</details>
`;
}

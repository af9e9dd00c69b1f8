// The newest incidents as an Atom feed (RFC 4287).
import { createHash } from 'node:crypto';
import type { Incident } from '../model/belief.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { timestamp } from './document.ts';
import { type Html, html } from './page/html.ts';
import { inWords } from './page/words.ts';

/** Newest ones. */
export const maxEntries = 50;
/** Newest ones of an incident; its page has all. */
export const maxEntryUpdates = 20;

/** `base` is what stands before the paths of our pages: `https://host/picket`, or only the path where the host is not known. */
export function renderFeed({ incidents, vantage }: Snapshot, base: string): string {
  const shown = incidents.slice(0, maxEntries);
  const updatedMs = Math.max(0, ...shown.map(updatedMsOf));
  return html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${urnOf(`feed ${vantage.code}`)}</id>
<title type="text">Incidents, seen from ${vantage.name}</title>
<updated>${timestamp(updatedMs)}</updated>
<author><name>Picket</name></author>
<link rel="self" type="application/atom+xml" href="${base}/feed.atom"/>
<link rel="alternate" type="text/html" href="${base}/incidents"/>
${shown.map((incident) => entry(incident, base))}</feed>
`.markup;
}

function entry(incident: Incident, base: string): Html {
  const { id, title, createdMs, impact, status } = incident;
  return html`<entry>
<id>${urnOf(id)}</id>
<title type="text">${title}</title>
<published>${timestamp(createdMs)}</published>
<updated>${timestamp(updatedMsOf(incident))}</updated>
<link rel="alternate" type="text/html" href="${base}/incidents/${id}"/>
<category term="${impact}" label="Impact: ${impact}"/>
<category term="${status}" label="Status: ${status}"/>
<content type="text">${content(incident)}</content>
</entry>
`;
}

/** Newest first: what is cut off is old. */
function content({ updates }: Incident): Html[] {
  const newest = updates.slice(-maxEntryUpdates).reverse();
  const lines = newest.map(
    ({ atMs, state, text }) => html`${timestamp(atMs)} ${inWords[state]}: ${text}
`,
  );
  const older = updates.length - newest.length;
  return older === 0 ? lines : [...lines, html`and ${older} more before\n`];
}

function updatedMsOf({ createdMs, updates }: Incident): number {
  return updates.at(-1)?.atMs ?? createdMs;
}

/** The same wherever and by whom it is asked for (RFC 9562, version 8, of a hash). */
function urnOf(name: string): string {
  const bytes = createHash('sha256').update(`picket ${name}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return `urn:uuid:${bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')}`;
}

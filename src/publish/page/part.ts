// A part of a page that is kept as the server tells it now, whether there is something in it or not.
import { live } from './frame.ts';
import { type Html, html } from './html.ts';

/** `told`: as frame.ts has it. */
export function livePart(id: string, body: Html, told: Html = html``): Html {
  return html`<div id="${id}"${live}${told}>
${body}</div>
`;
}

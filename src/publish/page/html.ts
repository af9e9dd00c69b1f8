// HTML written so that forgetting to escape is not possible: every value put in is escaped unless it is Html.

/** Text that is markup already; made by `html` alone. */
export interface Html {
  readonly markup: string;
}

export type Value = string | number | Html | readonly Html[];

/** A template tag; strings and numbers become text, Html and lists of Html stay markup. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  let markup = parts[0] ?? '';
  for (let index = 1; index < parts.length; index += 1) {
    markup += markupOf(values[index - 1] ?? '') + (parts[index] ?? '');
  }
  return { markup };
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Control characters and those that turn the direction of text would let a name disguise what follows it; of XML, these
 * and what is no character at all would make no XML.
 */
const disguising = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const harmless = /^[\w .,:;/()+-]*$/;

export function escapeText(text: string): string {
  // Nearly every text of a page, and a page of a large fleet has a quarter of a million.
  if (harmless.test(text)) return text;
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '').replace(disguising, '\ufffd');
}

/** What somebody else wrote, set apart: its direction of writing moves nothing around it. */
export function said(text: string): Html {
  return text === '' ? html`` : html`<bdi>${text}</bdi>`;
}

/** A sentence of ours with such words in it: it begins at the left, whatever it begins with. */
export function sentence(text: string): Html {
  return html`<bdi dir="ltr">${text}</bdi>`;
}

/**
 * Text with its own line breaks kept; tabs are blanks, and every other control character is replaced. It scrolls, so a
 * keyboard must get there, and it has a name to say where that is.
 */
export function preformatted(name: string, text: string): Html {
  const lines = text.split(/\r\n|\r|\n/).map((line) => escapeText(line.replaceAll('\t', '    ')));
  const start = `<pre tabindex="0" role="group" aria-label="${escapeText(name)}">`;
  return { markup: `${start}<bdi>${lines.join('\n')}</bdi></pre>\n` };
}

function markupOf(value: Value): string {
  if (typeof value === 'string' || typeof value === 'number') return escapeText(String(value));
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('');
}

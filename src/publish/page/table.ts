// Tables and lists of terms of the pages; every cell is named as its column, for a narrow screen shows no heads.
import { type Html, html, type Value } from './html.ts';

export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => Value;
  /** Columns without one share what is left. */
  readonly width?: 'narrow' | 'wide';
}

/** The first column heads its row. */
export function table<Row>(caption: Value, columns: readonly Column<Row>[], rows: readonly Row[]): Html {
  return html`<table>
<caption>${caption}</caption>
<colgroup>${columns.map(({ width }) => html`<col class="${width ?? 'shared'}">`)}</colgroup>
<thead><tr>${columns.map(({ head }) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>
${rows.map((row) => tableRow(columns, row))}</tbody>
</table>
`;
}

export function tableRow<Row>([first, ...others]: readonly Column<Row>[], row: Row): Html {
  return html`<tr>
<th scope="row">${first?.cell(row) ?? ''}</th>
${others.map(({ head, cell }) => html`<td data-label="${head}">${cell(row)}</td>\n`)}</tr>
`;
}

/** A heading with its table; nothing where there is nothing to show. */
export function section<Row>(
  heading: string,
  caption: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Html {
  return rows.length === 0 ? html`` : html`<h2>${heading}</h2>\n${table(caption, columns, rows)}`;
}

/** Terms that have no value are left out. */
export function terms(entries: readonly (readonly [string, Value | null])[]): Html {
  const told = entries.flatMap(([term, value]) =>
    value === null ? [] : html`<dt>${term}</dt><dd>${value}</dd>\n`,
  );
  return html`<dl>\n${told}</dl>\n`;
}

// Tables: the answers of several queries merged by their labels, one row a thing, the worst first.
import type { FieldLink, Mapping, Override, Thresholds } from './format.ts';
import { type Draft, panel, type Words } from './panel.ts';
import { column, type Query } from './targets.ts';
import { neutral, plain } from './values.ts';

interface Table extends Words {
  readonly w?: number;
  readonly h: number;
  readonly columns: readonly Column[];
  /** Labels that rows have and no column shows. */
  readonly hidden?: readonly string[];
  /** Titles of columns, the first to sort by first. */
  readonly sortBy: readonly { readonly column: string; readonly desc: boolean }[];
}

/** What stands in a column: a label of the rows, or the value of a query of its own. */
export interface Column {
  readonly from: { readonly label: string } | { readonly expr: string };
  readonly title: string;
  readonly unit?: string;
  readonly decimals?: number;
  readonly width?: number;
  readonly mappings?: readonly Mapping[];
  readonly thresholds?: Thresholds;
  readonly link?: FieldLink;
}

/** Columns of labels that no row has are not shown. */
export function table({ columns, hidden = [], sortBy, w = 24, ...rest }: Table): Draft {
  const queries = columns.flatMap(({ from }) => ('expr' in from ? [column(from.expr)] : []));
  const fields = fieldsOf(columns, queries);
  const titles = columns.map(({ title }, index): [string, string] => [fields[index] ?? title, title]);
  return panel('table', {
    ...rest,
    w,
    queries,
    defaults: {
      unit: 'none',
      mappings: [],
      noValue: '',
      thresholds: neutral,
      custom: { align: 'auto', cellOptions: { type: 'auto' }, filterable: false, inspect: false },
    },
    overrides: columns.map(overrideOf).filter(({ properties }) => properties.length > 0),
    options: {
      cellHeight: 'sm',
      frameIndex: 0,
      showHeader: true,
      sortBy: sortBy.map((by) => ({ desc: by.desc, displayName: by.column })),
    },
    transformations: [
      { id: 'merge', options: {} },
      {
        id: 'organize',
        options: {
          excludeByName: Object.fromEntries(['Time', ...hidden].map((field) => [field, true])),
          includeByName: {},
          indexByName: Object.fromEntries(titles.map(([field], index) => [field, index])),
          renameByName: Object.fromEntries(titles),
        },
      },
    ],
  });
}

/** Grafana tells the values of several queries apart by their refId, and calls that of one alone `Value`. */
function fieldsOf(columns: readonly Column[], queries: readonly Query[]): string[] {
  let index = 0;
  return columns.map(({ from }) => {
    if ('label' in from) return from.label;
    const refId = String.fromCharCode('A'.charCodeAt(0) + index++);
    return queries.length === 1 ? 'Value' : `Value #${refId}`;
  });
}

function overrideOf({ title, unit, decimals, width, mappings, thresholds, link }: Column): Override {
  const properties = {
    unit,
    decimals,
    mappings,
    thresholds: thresholds ?? (mappings && plain),
    links: link && [link],
    'custom.width': width,
    'custom.cellOptions': cellOf(mappings, thresholds),
  };
  return {
    matcher: { id: 'byName', options: title },
    properties: Object.entries(properties).flatMap(([id, value]) =>
      value === undefined ? [] : [{ id, value }],
    ),
  };
}

/** A word for a value fills its cell; a number that has its limits is written in their colours. */
function cellOf(mappings?: readonly Mapping[], thresholds?: Thresholds): object | undefined {
  if (mappings?.some(({ type }) => type === 'value')) return { type: 'color-background', mode: 'basic' };
  return mappings || thresholds ? { type: 'color-text' } : undefined;
}

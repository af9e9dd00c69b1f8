// What every panel has, with every default written out: none is left to the version of Grafana that reads it.
import type { FieldConfig, Mapping, Override, Panel, PanelType, Transformation } from './format.ts';
import { type Query, targetsOf } from './targets.ts';
import { byThreshold, neutral, noData } from './values.ts';

/** A panel before it has a place and a number. */
export type Draft = Omit<Panel, 'id' | 'gridPos' | 'datasource'> & { readonly w: number; readonly h: number };

export interface Words {
  readonly title: string;
  readonly description: string;
}

/** A panel that names no version, or an older one, is migrated by guesswork. */
const pluginVersion = '10.1.0';

interface Parts extends Words {
  readonly w: number;
  readonly h: number;
  readonly queries: readonly Query[];
  readonly defaults: Pick<FieldConfig['defaults'], 'unit'> & Partial<FieldConfig['defaults']>;
  readonly overrides?: readonly Override[];
  readonly options: Panel['options'];
  readonly transformations?: readonly Transformation[];
}

export function panel(type: PanelType, parts: Parts): Draft {
  const { queries, defaults, overrides = [], options, transformations = [], ...rest } = parts;
  return {
    type,
    ...rest,
    pluginVersion,
    targets: targetsOf(queries),
    fieldConfig: {
      defaults: {
        color: byThreshold,
        mappings: [noData],
        thresholds: neutral,
        noValue: textOfNone(defaults.mappings ?? [noData]),
        links: [],
        custom: {},
        ...defaults,
      },
      overrides,
    },
    options,
    transformations,
    transparent: false,
    links: [],
  };
}

/** What stands where there is nothing: what null is called. */
function textOfNone(mappings: readonly Mapping[]): string {
  const none = mappings.find(({ type }) => type === 'special');
  return none?.type === 'special' ? none.options.result.text : 'NO DATA';
}

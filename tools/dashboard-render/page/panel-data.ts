// One panel's data: queried, transformed, with its field options; and what is wrong with it.
import {
  type DataFrame,
  type FieldConfigSource,
  FieldType,
  type GrafanaTheme2,
  type InterpolateFunction,
} from '@grafana/data';
import { fieldConfigOf, overrideFindings, withFieldConfig } from './fields.ts';
import type { Placed } from './layout.ts';
import { kinds } from './panels/kinds.tsx';
import type { Drawing } from './protocol.ts';
import { runQueries } from './queries.ts';
import { transformed } from './transformations.ts';

export interface LoadedPanel extends Placed {
  readonly frames: DataFrame[];
  readonly fieldConfig: FieldConfigSource;
  readonly findings: readonly string[];
}

export async function loadPanel(
  placed: Placed,
  drawing: Drawing,
  variables: ReadonlyMap<string, string>,
  theme: GrafanaTheme2,
  replace: InterpolateFunction,
): Promise<LoadedPanel> {
  const { panel } = placed;
  const fieldConfig = fieldConfigOf(panel);
  if (panel.type === 'row') return { ...placed, frames: [], fieldConfig, findings: [] };
  const queried = await runQueries(panel, placed.widthPx, drawing, variables);
  const changed = await transformed(panel.transformations ?? [], queried.frames, replace);
  const frames = withFieldConfig(fieldConfig, changed.frames, theme, replace);
  const findings = [
    ...(panel.type in kinds ? [] : [`a ${panel.type} panel is not drawn here`]),
    ...(panel.repeat ? ['repeats are not drawn here'] : []),
    ...queried.findings,
    ...changed.findings,
    ...overrideFindings(fieldConfig, changed.frames),
    ...(isEmpty(frames) ? ['is empty'] : []),
  ];
  const title = panel.title || `panel ${panel.id}`;
  return { ...placed, frames, fieldConfig, findings: findings.map((finding) => `${title}: ${finding}`) };
}

/** No value to be seen; a table of text alone has its rows. */
function isEmpty(frames: readonly DataFrame[]): boolean {
  const shown = frames.flatMap(({ fields }) => fields).filter((field) => field.type !== FieldType.time);
  return !shown.some(({ values }) => values.some((value) => value !== null && !Number.isNaN(value)));
}

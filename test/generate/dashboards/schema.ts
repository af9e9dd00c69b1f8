// Shapes and types as Grafana's own packages declare them: the dashboard, and each panel by its kind.
import { Ajv, type ValidateFunction } from 'ajv';
import { boardRule, panelRule, type Rule } from './boards.ts';
import { grafanaSchema } from './closed-lists.ts';

const ajv = new Ajv({ allErrors: true, strict: false });
ajv.addSchema(grafanaSchema, 'grafana');

/** By panel type. */
const definitions: Readonly<Record<string, string>> = {
  stat: 'StatPanel',
  timeseries: 'TimeSeriesPanel',
  table: 'TablePanel',
  'state-timeline': 'StateTimelinePanel',
  heatmap: 'HeatmapPanel',
};

function validatorOf(definition: string): ValidateFunction {
  const validate = ajv.getSchema(`grafana#/definitions/${definition}`);
  if (validate === undefined) throw new Error(`no definition ${definition}`);
  return validate;
}

function problemsOf(definition: string | undefined, value: unknown): string[] {
  if (definition === undefined) return ['no schema for panels of this type'];
  const validate = validatorOf(definition);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message, params }) => {
    return `${instancePath || '/'} ${message} ${JSON.stringify(params)}`;
  });
}

export const schemaRules: readonly Rule[] = [
  boardRule('schema-rule', (board) => {
    const rows = board.panels.flatMap((panel) => (panel.type === 'row' ? [{ ...panel, panels: [] }] : []));
    return [
      ...problemsOf('PicketDashboard', { ...board, panels: [] }),
      ...rows.flatMap((row) => problemsOf('RowPanel', row)),
    ];
  }),
  panelRule('schema-rule', (panel) => problemsOf(definitions[panel.type], panel)),
];

// Shapes and types as Grafana's own packages declare them: the dashboard, and each panel by its kind.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { boardRule, panelRule, type Rule } from './boards.ts';
import { fixtures } from './closed-lists.ts';

const ajv = new Ajv({ allErrors: true, strict: false });

/** One file each; what has none is a kind of panel that we do not use. */
const kinds = ['dashboard', 'row', 'stat', 'timeseries', 'table', 'state-timeline', 'heatmap'];

const validators = new Map<string, ValidateFunction>(
  kinds.map((kind) => [
    kind,
    ajv.compile(JSON.parse(readFileSync(join(fixtures, `${kind}.schema.json`), 'utf8'))),
  ]),
);

function problemsOf(kind: string, value: unknown): string[] {
  const validate = validators.get(kind);
  if (validate === undefined) return [`no schema of a panel of type ${kind}`];
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
  );
}

export const schemaRules: readonly Rule[] = [
  boardRule('schema-rule', (board) => {
    const rows = board.panels.flatMap((panel) => (panel.type === 'row' ? [{ ...panel, panels: [] }] : []));
    return [
      ...problemsOf('dashboard', { ...board, panels: [] }),
      ...rows.flatMap((row) => problemsOf('row', row)),
    ];
  }),
  panelRule('schema-rule', (panel) => problemsOf(panel.type, panel)),
];

// How cases of the rules are played: by promtool, from a file of its own below a folder.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { ruleFiles } from '../../src/generate/rules/files.ts';
import { defaultSettings } from '../../src/generate/rules/settings.ts';
import type { RuleCase } from './rules-series.ts';

/** The files that are shipped. */
export const shipped = ruleFiles(defaultSettings).map(({ name }) =>
  join(import.meta.dirname, '../../config/stack/prometheus/rules', name),
);

export function promtool(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' });
  return { status, said: stdout + stderr };
}

const allThatFires = 'ALERTS{alertstate="firing"}';
const watchdog = 'PicketWatchdog{severity="none"}';

export function asTest({ title, series, at, fires, query, every = '30s' }: RuleCase) {
  const metric = query === undefined ? 'ALERTS' : '';
  return {
    name: title,
    interval: every,
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    promql_expr_test: [
      {
        expr: query ?? allThatFires,
        eval_time: at,
        exp_samples: [...fires, watchdog].map((one) => ({
          labels: one.replace(/^(\w+)\{/, `${metric}{alertname="$1", alertstate="firing", `),
          value: 1,
        })),
      },
    ],
  };
}

/** Writes suites into `folder` and has promtool run them. */
export function playerIn(folder: string) {
  return (name: string, files: readonly string[], tests: readonly object[], every = '1m') => {
    const path = join(folder, `${name}.test.yaml`);
    const suite = { rule_files: files, evaluation_interval: every, tests };
    writeFileSync(path, stringify(suite, { aliasDuplicateObjects: false, lineWidth: 0 }));
    return promtool('test', 'rules', path);
  };
}

// What is derived from the source and kept in the repository: one row a file.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { dashboardPages } from './dashboards/pages.ts';
import { metricsPage } from './metrics-page.ts';
import { prometheusRule } from './prometheus-rule.ts';
import { ruleFiles, ruleText } from './rules/files.ts';
import { defaultSettings } from './rules/settings.ts';
import { rulesPage } from './rules-page.ts';

interface Page {
  /** Relative to the repository's root. */
  readonly path: string;
  readonly text: () => string;
}

const rules = ruleFiles(defaultSettings);

export const pages: readonly Page[] = [
  { path: 'docs/rules.md', text: rulesPage },
  { path: 'docs/metrics.md', text: metricsPage },
  ...dashboardPages,
  ...rules.map((file) => ({
    path: `config/stack/prometheus/rules/${file.name}`,
    text: () => ruleText([file]),
  })),
  {
    path: 'config/stack/kubernetes/prometheusrule.yaml',
    text: () => prometheusRule(rules.flatMap(({ groups }) => groups)),
  },
];

/** Writes every page below `root`. */
export function writePages(root: string): void {
  for (const { path, text } of pages) {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text());
  }
}

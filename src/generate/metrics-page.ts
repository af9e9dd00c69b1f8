// The metric reference as Markdown: what is promised of the names, and each family with its labels, unit and absence.
import { endpointNames } from '../contract/endpoints.ts';
import { severities } from '../contract/rules.ts';
import { phaseNames, reasons, states } from '../model/states.ts';
import { commitBucketsSeconds, delayBucketsSeconds } from '../publish/agent-metrics.ts';
import { type CatalogueEntry, catalogue } from '../publish/catalogue.ts';
import { checkFamilies } from '../publish/check-families.ts';
import { deploymentFamilies } from '../publish/deployment-families.ts';
import { componentStateSet, partFamilies } from '../publish/part-families.ts';
import { durationBucketsSeconds } from '../publish/tally.ts';
import { walkFamilies } from '../publish/walk-families.ts';
import { absences } from './metric-guide.ts';

const introduction = `# Metrics

<!-- Written by \`npm run generate\` from the metric tables in src/publish and src/generate/metric-guide.ts: edit those. -->

\`GET /metrics\` answers in the Prometheus text format 0.0.4, or in OpenMetrics 1.0 where that is asked for; both hold the
same samples. Two things differ. OpenMetrics declares a counter without \`_total\` (its samples have it), but for
\`picket_contract_findings_total\`, which it calls \`unknown\`, since a gauge has the shorter name. And it writes the bounds
of buckets as decimals, so that a selector of a whole one matches both as \`le=~"1(\\\\.0)?"\`.

## What is promised

Names, types, labels and bucket bounds are a public contract, held by a test that compares a live page with a list of
them in both formats.

| what | may change in |
|---|---|
| name, type, label names, unit and meaning of a \`picket_\` family; bucket bounds; the codes of states | a major release; before 1.0.0 a minor one. The changelog names old and new |
| a family goes | the same; the changelog names it at least one minor release before |
| a new family; a new label on a family that ends in \`_info\`; a new value of a label (reason, rule, phase, stage) | a minor release: select by name and label, and join \`_info\` with \`on (instance, deployment)\` |
| help texts, the order of families and series | any release |
| \`process_*\` and \`nodejs_*\`: prom-client's default metrics, as the platform has them, less the gauges \`nodejs_active_*_total\` | any release |

Only what is configured has series: a deployment that is removed or changed takes its own with it, and one that was
changed begins again. Counters and histograms begin at 0 when the agent starts, but for
\`picket_deployment_incidents_total\`, which is remembered. A check is stale when it has not run for \`stale_after\` of its
intervals.`;

interface Group {
  readonly title: string;
  readonly text: string;
  readonly names: ReadonlySet<string>;
}

const namesOf = (families: readonly CatalogueEntry[]) => new Set(families.map(({ name }) => name));

const groups: readonly Group[] = [
  {
    title: 'Checks',
    text: 'A check is one endpoint of one deployment, asked from one place. Counters count runs; a re-check after a failing run counts in none of them.',
    names: namesOf(checkFamilies),
  },
  {
    title: 'Walks over pages',
    text: 'Of files and media with `pagination`.',
    names: namesOf(walkFamilies),
  },
  {
    title: 'Deployments',
    text: "`picket_deployment_info` has the deployment's own `labels` of the configuration too. To bring them to an alert: `picket_deployment_status_code * on (instance, deployment) group_left (name, team) picket_deployment_info`.",
    names: namesOf(deploymentFamilies),
  },
  {
    title: 'Components and regions',
    text: 'What the deployment reports of its parts, shown at once; `unknown` while its answers cannot be had or believed. At most `max_components`, the rest as one `other`, and 64 regions; names are cut at 120 characters.',
    names: namesOf([...partFamilies, componentStateSet]),
  },
];

const agentText =
  'What the agent tells about itself. That it is alive is told by `up` of the scrape, and by `picket_scheduler_last_tick_timestamp_seconds`.';

const list = (values: readonly string[]) => values.map((value) => `\`${value}\``).join(', ');

/** In the order in which they are met. */
const labels: Readonly<Record<string, string>> = {
  deployment: 'id in the configuration',
  check: `endpoint: ${list(endpointNames)}`,
  vantage: '`agent.region.code`: where the check is performed from',
  reason: `of a failed run: ${list(reasons)}; of a skipped one: \`overlap\`, \`late\``,
  le: 'upper bound of a bucket, which includes it',
  phase: list(phaseNames),
  severity: list(severities),
  rule: 'a rule of [rules.md](rules.md)',
  name: 'of the deployment, for people',
  kind: 'of the deployment; `custom` where it is spelled out',
  version: 'of the API that the deployment serves; of Picket in `picket_build_info`',
  base_url: 'as configured',
  impact: '`minor`, `major`, `critical`',
  component: 'as the deployment calls it',
  region_code: 'as the deployment lists it',
  status: list(states),
  node: 'version of Node',
  stage: 'part of the agent that failed, such as `store`, `round` or `publish`',
  hash: 'of the configuration as it was read',
};

const buckets: Readonly<Record<string, readonly number[]>> = {
  picket_check_duration_seconds: durationBucketsSeconds,
  picket_scheduler_delay_seconds: delayBucketsSeconds,
  picket_store_commit_seconds: commitBucketsSeconds,
};

export function metricsPage(): string {
  const own = catalogue().filter(({ name }) => name.startsWith('picket_'));
  const rest = own.filter(({ name }) => !groups.some(({ names }) => names.has(name)));
  const agent = { title: 'The agent', text: agentText, names: namesOf(rest) };
  const parts = [
    introduction,
    '## Labels',
    table(
      ['label', 'values'],
      Object.entries(labels).map(([label, values]) => [`\`${label}\``, values]),
    ),
    '## State codes',
    table(
      ['code', 'state'],
      states.map((state, code) => [`${code}`, `\`${state}\``]),
    ),
    '## Buckets',
    table(
      ['histogram', 'upper bounds, seconds'],
      Object.entries(buckets).map(([name, bounds]) => [`\`${name}\``, `${bounds.join(', ')}, +Inf`]),
    ),
    ...[...groups, agent].map((group) => groupText(group, own)),
  ];
  return `${parts.join('\n\n')}\n`;
}

function groupText({ title, text, names }: Group, own: readonly CatalogueEntry[]): string {
  const rows = own.filter(({ name }) => names.has(name)).map(familyRow);
  return [`## ${title}`, text, table(['family', 'type', 'labels', 'unit', 'what', 'absent'], rows)].join(
    '\n\n',
  );
}

function familyRow({ name, type, labels, help }: CatalogueEntry): readonly string[] {
  return [`\`${name}\``, type, labels.join(', '), unitOf(name), help, absences[name] ?? ''];
}

/** Where the name tells it. The first suffix that fits holds. */
const units: readonly (readonly [suffix: string, unit: string])[] = [
  ['_timestamp_seconds', 'Unix time, seconds'],
  ['_seconds', 'seconds'],
  ['_bytes', 'bytes'],
  ['_ratio', '0 to 1'],
];

function unitOf(name: string): string {
  return units.find(([suffix]) => name.endsWith(suffix))?.[1] ?? '';
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

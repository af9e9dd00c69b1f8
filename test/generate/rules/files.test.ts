// The rule files as they are shipped: what every alert has, and that it asks for metrics there are.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ruleFiles, ruleText, runbookAnchor } from '../../../src/generate/rules/files.ts';
import { defaultSettings } from '../../../src/generate/rules/settings.ts';
import { createMetrics, fleetFamilies } from '../../../src/publish/metrics.ts';
import { textOf } from '../../fixtures/exposition.ts';
import { aSnapshot } from '../../fixtures/snapshot.ts';

interface Rule {
  readonly alert?: string;
  readonly record?: string;
  readonly expr: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

const root = join(import.meta.dirname, '../../..');
const rulesOf = (text: string): readonly Rule[] =>
  (parse(text) as { groups: { rules: Rule[] }[] }).groups.flatMap(({ rules }) => rules);
const all = rulesOf(ruleText(ruleFiles(defaultSettings)));
const alerts = all.flatMap((rule) => (rule.alert === undefined ? [] : [{ ...rule, alert: rule.alert }]));
const records = all.flatMap(({ record }) => record ?? []);

/** The names that routes, dashboards and people's automation rest on. */
const names = [
  'PicketDeploymentDown',
  'PicketContradiction',
  'PicketCertificateExpiresSoon',
  'PicketCertificateExpiresVerySoon',
  'PicketCheckFailing',
  'PicketCheckFlapping',
  'PicketCheckStale',
  'PicketCheckSlow',
  'PicketVantagesDisagree',
  'PicketReplicasDisagree',
  'PicketContractBroken',
  'PicketComponentOutage',
  'PicketComponentDegraded',
  'PicketComponentUnknown',
  'PicketRegionNotOperational',
  'PicketErrorBudgetBurn',
  'PicketAgentDown',
  'PicketAgentAbsent',
  'PicketEgressDown',
  'PicketConfigReloadFailed',
  'PicketRunsSkipped',
  'PicketSchedulerLate',
  'PicketEventLoopLag',
  'PicketScrapeSlow',
  'PicketWatchdog',
];

test('the alerts, in their order', () => {
  expect([...new Set(alerts.map(({ alert }) => alert))]).toEqual(names);
});

describe.each(
  alerts.map((rule) => ({ ...rule, name: [rule.alert, rule.labels?.long ?? ''].join(' ').trim() })),
)('$name', ({ alert, labels, annotations, expr }) => {
  test('says how grave it is, what it means and where to look', () => {
    expect(['critical', 'warning', 'none']).toContain(labels?.severity);
    expect(Object.keys(annotations ?? {})).toEqual([
      'summary',
      'description',
      'runbook_url',
      'dashboard_url',
    ]);
    expect(annotations?.summary).toMatch(/^[A-Z][^{}]+\.$/);
    expect(annotations?.description).toMatch(/^\S.+\.$/);
    expect(annotations?.runbook_url).toBe(`https://picket.example/runbooks#${runbookAnchor(alert)}`);
    expect(annotations?.dashboard_url).toMatch(
      /^http:\/\/localhost:3000\/d\/picket-(fleet|deployment|agent)(\?|$)/,
    );
  });

  test('about a deployment, it is quiet where the agent is cut off and has the labels of the deployment', () => {
    if (!annotations?.dashboard_url?.includes('/picket-deployment?')) return;
    const certificate = alert.startsWith('PicketCertificate');
    expect(expr.includes('unless on (job, instance) (picket_agent_egress_ok')).toBe(!certificate);
    expect(expr).toContain('group_left (environment, team)');
  });
});

test('every selector names the job', () => {
  const watched = all.filter(({ alert }) => alert !== 'PicketWatchdog');
  for (const { expr } of watched) {
    const selectors = [...expr.matchAll(/(?:[\w:]*picket_[\w:]+|\bup|nodejs_\w+|scrape_\w+)(\{[^}]*\})?/g)];
    const bare = selectors.filter(([, matchers = '']) => !matchers.includes(defaultSettings.job));
    expect({ expr, bare: bare.map(([text]) => text) }).toEqual({ expr, bare: [] });
    expect(selectors.length).toBeGreaterThan(0);
  }
});

test('every metric is one that the agent has, every record one that is recorded', async () => {
  const text = await textOf(createMetrics({ version: '0', stateSet: false }).render(aSnapshot(), 'text'));
  const known = new Set([
    ...fleetFamilies(false).map(({ name }) => name),
    ...[...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name),
    ...records,
  ]);
  const asked = all.flatMap(({ expr }) =>
    [...expr.matchAll(/(?<![\w:])(?:[a-z_]+:)?(?:picket|nodejs)_[\w:]+/g)].map(([name]) => name),
  );
  expect(asked.length).toBeGreaterThan(60);
  const family = (name: string) => (known.has(name) ? name : name.replace(/_(bucket|sum|count)$/, ''));
  expect([...new Set(asked)].filter((name) => !known.has(family(name)))).toEqual([]);
});

test('a record that nothing asks for is none', () => {
  const asked = all.map(({ expr }) => expr).join('\n');
  expect(records.filter((record) => !asked.includes(`${record}{`))).toEqual([]);
});

describe('docs/runbooks.md', () => {
  const page = readFileSync(join(root, 'docs/runbooks.md'), 'utf8');
  const sections = page
    .split(/^## /m)
    .slice(1)
    .map((text) => ({ heading: text.split('\n', 1)[0] ?? '', text }));

  test('has one section an alert, in the order of the file', () => {
    expect(sections.map(({ heading }) => heading)).toEqual(names);
  });

  test('has every anchor that an alert leads to', () => {
    const anchors = sections.map(({ heading }) => heading.toLowerCase().replace(/[^\w-]/g, ''));
    const wanted = alerts.map(({ annotations }) => annotations?.runbook_url?.split('#')[1]);
    expect(anchors).toEqual(expect.arrayContaining(wanted));
  });

  test.each(sections)('$heading has its parts', ({ text }) => {
    const parts = [...text.matchAll(/^\*\*(.+?)\*\*/gm)].map(([, part]) => part);
    expect(parts).toEqual(['What it means.', 'How to confirm.', 'Usual causes.', 'What to do.']);
    expect(text).toMatch(/^```\n(?:.+\n)*?picket probe \S.*\n/m);
    expect(text).toMatch(/^```promql\n.+\n/m);
    for (const part of text.split(/^\*\*.+?\*\*/m).slice(1)) expect(part.trim().length).toBeGreaterThan(40);
  });
});

// The rules as Prometheus' own tools see them: they load without a complaint, fire when they must and are silent else.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { alertGroups, ruleFiles, ruleText } from '../../src/generate/rules/files.ts';
import { defaultSettings, type RuleSettings } from '../../src/generate/rules/settings.ts';
import { agentCases } from './rules-cases-agents.ts';
import { burnCases, slowBurnCases } from './rules-cases-burn.ts';
import { checkCases } from './rules-cases-checks.ts';
import { componentCases } from './rules-cases-components.ts';
import { deploymentCases } from './rules-cases-deployments.ts';
import { agent, alert, always, type RuleCase, unreachable } from './rules-series.ts';
import { isMissing } from './tools.ts';

const absent = isMissing('promtool');
const folder = mkdtempSync(join(tmpdir(), 'picket-rules-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const shipped = ruleFiles(defaultSettings).map(({ name }) =>
  join(import.meta.dirname, '../../config/stack/prometheus/rules', name),
);

function promtool(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' });
  return { status, said: stdout + stderr };
}

/** Rules for other settings, in a folder of their own. */
function written(name: string, settings: Partial<RuleSettings>): string[] {
  mkdirSync(join(folder, name));
  return ruleFiles({ ...defaultSettings, ...settings }).map((file) => {
    const path = join(folder, name, file.name);
    writeFileSync(path, ruleText([file]));
    return path;
  });
}

const allThatFires = 'ALERTS{alertstate="firing"}';
const watchdog = 'PicketWatchdog{severity="none"}';

function asTest({ title, series, at, fires, query, every = '30s' }: RuleCase) {
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

function play(name: string, files: readonly string[], tests: readonly object[], every = '1m') {
  const path = join(folder, `${name}.test.yaml`);
  const suite = { rule_files: files, evaluation_interval: every, tests };
  writeFileSync(path, stringify(suite, { aliasDuplicateObjects: false, lineWidth: 0 }));
  return promtool('test', 'rules', path);
}

describe.skipIf(absent)('promtool', () => {
  test('finds nothing wrong with the rules that are shipped', () => {
    const { status, said } = promtool('check', 'rules', '--lint=all', '--lint-fatal', ...shipped);
    expect({ status, said }).toEqual({ status: 0, said: expect.stringMatching(/SUCCESS: \d+ rules found/) });
  });

  const names = ['by', 'bool', 'offset', 'group_left', 'ignoring', 'start', 'sum', 'on', 'alertname', 'long'];
  test.each<{ title: string; settings: Partial<RuleSettings> }>([
    { title: 'no labels', settings: { labels: [] } },
    { title: 'labels that are words of PromQL', settings: { labels: names } },
    { title: 'slow checks', settings: { statusMs: 3_600_000, checkMs: 86_400_000, objectiveMs: 600_000 } },
    { title: 'no burn rate that fits', settings: { objectiveMs: 86_400_000 } },
    { title: 'other jobs', settings: { job: 'job="a\\"b", cluster!~"x|y"' } },
    { title: 'deployments that are not critical', settings: { lesser: ['a', 'b-1'] } },
  ])('nor with those for $title', ({ title, settings }) => {
    const files = written(title, settings);
    const { status, said } = promtool('check', 'rules', '--lint=all', '--lint-fatal', ...files);
    expect({ status, said }).toEqual({ status: 0, said: expect.stringMatching(/SUCCESS: \d+ rules found/) });
  });
});

const suites: Readonly<Record<string, readonly RuleCase[]>> = {
  deployments: deploymentCases,
  checks: checkCases,
  components: componentCases,
  'error budget': burnCases,
  agents: agentCases,
};

describe.skipIf(absent)('what fires', () => {
  test.each(Object.entries(suites))('about %s', (name, cases) => {
    expect(play(name, shipped, cases.map(asTest))).toEqual({
      status: 0,
      said: expect.stringContaining('SUCCESS'),
    });
  });

  test('about slow burn of the error budget', () => {
    const result = play('slow', shipped, slowBurnCases.map(asTest), '5m');
    expect(result).toEqual({ status: 0, said: expect.stringContaining('SUCCESS') });
  });

  test('a deployment that is not critical pages nobody', () => {
    const files = written('lesser', { lesser: ['other', 'files-eu'] });
    const down = { series: agent(unreachable), at: '10m', about: [], title: 'down' };
    const result = play('lesser', files, [
      asTest({ ...down, fires: [alert('PicketDeploymentDown', 'warning')] }),
      asTest({
        ...down,
        series: agent(unreachable, { deployment: 'files-eu-2' }),
        fires: [alert('PicketDeploymentDown', 'critical').replace('files-eu', 'files-eu-2')],
      }),
    ]);
    expect(result).toEqual({ status: 0, said: expect.stringContaining('SUCCESS') });
  });

  test('a case that is wrong is found out', () => {
    const wrong: RuleCase = { about: [], title: 'wrong', series: agent(unreachable), at: '10m', fires: [] };
    expect(play('wrong', shipped, [asTest(wrong)])).toMatchObject({ status: 1 });
  });
});

describe('the cases', () => {
  const cases = [...Object.values(suites).flat(), ...slowBurnCases];
  const rules = alertGroups(defaultSettings).flatMap((group) => group.rules);
  const named = rules.map(({ alert: name, labels }) => (labels?.long ? `${name} ${labels.long}` : name));

  /** What fires in a case, by the names that `about` uses. */
  const firing = ({ fires }: RuleCase) =>
    fires.map((one) => [/^\w+/.exec(one)?.[0], /long="(\w+)"/.exec(one)?.[1]].filter(Boolean).join(' '));

  test.each(named.filter((name) => name !== 'PicketWatchdog'))(
    '%s fires in one and is silent in one',
    (name) => {
      const about = cases.filter((one) => one.about.includes(name));
      expect(about.some((one) => firing(one).includes(name))).toBe(true);
      expect(about.some((one) => !firing(one).includes(name))).toBe(true);
    },
  );

  test('are about rules that there are', () => {
    expect(named).toEqual(expect.arrayContaining(cases.flatMap(({ about }) => about)));
  });
});

describe.skipIf(absent)('what people read', () => {
  const of = (name: string, severity: string, labels: string, description: string, summary: string) => ({
    alertname: name,
    exp_alerts: [
      {
        exp_labels: Object.fromEntries(
          [...alert(name, severity, labels).matchAll(/(\w+)="([^"]+)"/g)].map(([, label, value]) => [
            label,
            value,
          ]),
        ),
        exp_annotations: {
          summary,
          description,
          runbook_url: `https://picket.example/runbooks#${name.toLowerCase()}`,
          dashboard_url: 'http://localhost:3000/d/picket-deployment?var-deployment=files-eu',
        },
      },
    ],
  });
  const day = 86_400;

  test.each([
    {
      title: 'a deployment that is down',
      series: agent(unreachable),
      expected: of(
        'PicketDeploymentDown',
        'critical',
        '',
        'The status endpoint of files-eu cannot be reached by most of the agents that ask it.',
        'A deployment is down.',
      ),
    },
    {
      title: 'a component in partial outage',
      series: agent({ 'picket_component_status_code{component="Storage"}': always(4) }),
      expected: of(
        'PicketComponentOutage',
        'critical',
        'component="Storage"',
        'Storage of files-eu reports a partial outage.',
        'A component of a deployment reports an outage.',
      ),
    },
    {
      title: 'a certificate that expires',
      series: agent({ picket_deployment_tls_not_after_timestamp_seconds: always(2 * day) }),
      expected: of(
        'PicketCertificateExpiresVerySoon',
        'critical',
        '',
        'The certificate that files-eu shows expires in 1d 23h 40m 0s.',
        'The certificate of a deployment expires within 3 days, or has expired.',
      ),
    },
    {
      title: 'one that has expired',
      series: agent({ picket_deployment_tls_not_after_timestamp_seconds: always(1) }),
      expected: of(
        'PicketCertificateExpiresVerySoon',
        'critical',
        '',
        'The certificate that files-eu shows has expired.',
        'The certificate of a deployment expires within 3 days, or has expired.',
      ),
    },
  ])('$title', ({ title, series, expected }) => {
    const { input_series } = asTest({ about: [], title, series, at: '20m', fires: [] });
    const tests = [{ interval: '30s', input_series, alert_rule_test: [{ eval_time: '20m', ...expected }] }];
    expect(play(title, shipped, tests)).toEqual({ status: 0, said: expect.stringContaining('SUCCESS') });
  });
});

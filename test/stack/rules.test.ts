// The rules as Prometheus' own tools see them: they load without a complaint, fire when they must and are silent else.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { alertGroups, ruleFiles, ruleText } from '../../src/generate/rules/files.ts';
import { defaultSettings, type RuleSettings } from '../../src/generate/rules/settings.ts';
import { agentCases } from './rules-cases-agents.ts';
import { burnCases, slowBurnCases } from './rules-cases-burn.ts';
import { checkCases } from './rules-cases-checks.ts';
import { componentCases } from './rules-cases-components.ts';
import { deploymentCases } from './rules-cases-deployments.ts';
import { asTest, playerIn, promtool, shipped } from './rules-play.ts';
import { agent, alert, always, type RuleCase, turns, unreachable } from './rules-series.ts';
import { isMissing } from './tools.ts';

const absent = isMissing('promtool');
const folder = mkdtempSync(join(tmpdir(), 'picket-rules-'));
const play = playerIn(folder);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Rules for other settings, in a folder of their own. */
function written(name: string, settings: Partial<RuleSettings>): string[] {
  mkdirSync(join(folder, name));
  return ruleFiles({ ...defaultSettings, ...settings }).map((file) => {
    const path = join(folder, name, file.name);
    writeFileSync(path, ruleText([file]));
    return path;
  });
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

  test('a slow check is stale only once it had time to be asked again after the agent was cut off', () => {
    const files = written('slow files', { checkMs: 900_000 });
    const lastRunAt = (values: string) => ({
      about: [],
      title: 'cut off for an hour',
      series: agent({
        'picket_check_interval_seconds{check="files"}': always(900),
        'picket_check_last_run_timestamp_seconds{check="files"}': values,
        picket_agent_egress_ok: '1x1 0x119 1x999',
      }),
    });
    const result = play('slow-files', files, [
      asTest({ ...lastRunAt(turns(73, 0, 73 * 60)), at: '72m', fires: [] }),
      asTest({
        ...lastRunAt(always(0)),
        at: '95m',
        fires: [alert('PicketCheckStale', 'warning', 'check="files"')],
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

// The inhibition of the stack's Alertmanager against the alerts there are: no name in it is of none, and none is missed.
import { expect, test } from 'vitest';
import { alertGroups } from '../../src/generate/rules/files.ts';
import { defaultSettings } from '../../src/generate/rules/settings.ts';
import { readManifest } from './manifests.ts';

interface Inhibition {
  readonly source_matchers: readonly string[];
  readonly target_matchers: readonly string[];
  readonly equal?: readonly string[];
}

const alerts = alertGroups(defaultSettings).flatMap(({ rules }) => rules);
const names = [...new Set(alerts.map(({ alert }) => alert))];
const { inhibit_rules: inhibitions, route } = readManifest('alertmanager/alertmanager.yml') as unknown as {
  inhibit_rules: readonly Inhibition[];
  route: { group_by: string[]; routes: { matchers: string[] }[] };
};

/** The alerts that matchers name; of none that is named, null. */
function named(matchers: readonly string[]): readonly string[] | null {
  for (const matcher of matchers) {
    const [, operator, value = ''] = /^alertname (=~?) "?([^"]+)"?$/.exec(matcher) ?? [];
    if (operator === '=') return names.filter((name) => name === value);
    if (operator === '=~') return names.filter((name) => new RegExp(`^(?:${value})$`).test(name));
  }
  return null;
}

test('what holds back what', () => {
  expect(
    inhibitions.map(({ source_matchers, target_matchers, equal }) => [
      named(source_matchers),
      named(target_matchers)?.toSorted() ?? target_matchers,
      equal,
    ]),
  ).toEqual([
    [
      ['PicketDeploymentDown'],
      [
        'PicketCheckFailing',
        'PicketCheckFlapping',
        'PicketCheckSlow',
        'PicketCheckStale',
        'PicketComponentDegraded',
        'PicketComponentOutage',
        'PicketComponentUnknown',
        'PicketContractBroken',
        'PicketContradiction',
        'PicketErrorBudgetBurn',
        'PicketRegionNotOperational',
      ],
      ['job', 'deployment'],
    ],
    [
      ['PicketComponentOutage'],
      ['PicketComponentDegraded', 'PicketComponentUnknown'],
      ['job', 'deployment', 'component'],
    ],
    [['PicketCertificateExpiresVerySoon'], ['PicketCertificateExpiresSoon'], ['job', 'deployment']],
    [['PicketErrorBudgetBurn'], ['PicketErrorBudgetBurn'], ['job', 'deployment']],
    [['PicketAgentDown', 'PicketEgressDown'], ['deployment != ""'], ['job']],
    [['PicketAgentAbsent'], ['deployment != ""'], undefined],
  ]);
});

test('every alert about a deployment has a job and a deployment to be equal, and the others no deployment', () => {
  for (const { alert, subject, expr } of alerts) {
    const isJoined = expr.includes('* on (job, deployment) group_left');
    expect({ alert, isJoined }).toEqual({ alert, isJoined: subject === 'deployment' });
  }
});

test('one notice holds everything about a deployment; the watchdog goes apart', () => {
  expect(route.group_by).toEqual(['deployment']);
  expect(named(route.routes[0]?.matchers ?? [])).toEqual(['PicketWatchdog']);
});

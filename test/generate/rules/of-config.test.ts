// What a configuration changes in the rules, and what is said of it.
import { describe, expect, test } from 'vitest';
import { alertGroups } from '../../../src/generate/rules/files.ts';
import { notesOn, settingsOf } from '../../../src/generate/rules/of-config.ts';
import { defaultSettings } from '../../../src/generate/rules/settings.ts';
import { configOf } from '../../config/reading.ts';

const config = (...entries: readonly string[]) =>
  configOf(
    `deployments:\n${entries
      .map(
        (more, index) => `  - { id: d${index}, base_url: 'http://d${index}.test', kind: media, ${more} }\n`,
      )
      .join('')}`,
  );

function read(...entries: readonly string[]) {
  const read = config(...entries);
  const asked = settingsOf(read);
  const rules = alertGroups({ ...defaultSettings, ...asked }).flatMap((group) => group.rules);
  const waits = (name: string) =>
    rules.filter(({ alert }) => alert === name).map(({ forMs }) => forMs / 1000);
  return { asked, notes: notesOn(read, asked), rules, waits };
}

describe('labels', () => {
  test('are all that any deployment has, in the order of the alphabet', () => {
    const { asked, rules } = read('labels: { team: a, tier: gold }', 'labels: { environment: x, team: b }');
    expect(asked.labels).toEqual(['environment', 'team', 'tier']);
    expect(rules[0]?.expr).toContain('group_left (environment, team, tier) (');
  });

  test('that PromQL cannot name are left out, and told', () => {
    const { asked, notes } = read('labels: { team: a, Inf: b, without: c }');
    expect(asked.labels).toEqual(['team']);
    expect(notes).toEqual([
      'label Inf: PromQL cannot name it, no alert has it',
      'label without: PromQL cannot name it, no alert has it',
    ]);
  });
});

test('deployments that are not critical are named', () => {
  expect(read('critical: false', 'critical: true', 'critical: false').asked.lesser).toEqual(['d0', 'd2']);
});

describe('intervals', () => {
  const every = (interval: string) => `interval: ${interval}, endpoints: [status]`;

  test('without deployments are the default ones', () => {
    const { asked, notes } = read();
    expect(asked).toMatchObject({ statusMs: 30_000, checkMs: 60_000, objectiveMs: 30_000 });
    expect(notes).toEqual([]);
  });

  test('of the slowest status check decide how long an outage is waited for', () => {
    expect(read(every('10s')).waits('PicketDeploymentDown')).toEqual([120]);
    expect(read(every('10s'), every('4m')).waits('PicketDeploymentDown')).toEqual([480]);
    expect(read(every('1h')).waits('PicketDeploymentDown')).toEqual([900]);
  });

  test('of the slowest check decide how wide the window of flapping is', () => {
    const window = (interval: string) =>
      /\[(\w+)\]/.exec(
        read(every(interval)).rules.find(({ alert }) => alert === 'PicketCheckFlapping')?.expr ?? '',
      )?.[1];
    expect([window('30s'), window('3m'), window('1h')]).toEqual(['30m', '1h', '6h']);
    expect(read(every('1h')).notes).toEqual([
      'checks that run every 1h: 6h hold too few runs to call them flapping or slow',
    ]);
  });
});

describe('objectives', () => {
  const objective = (interval: string, availability: string) =>
    `interval: ${interval}, slo: { availability: ${availability} }`;
  const windows = (...entries: readonly string[]) =>
    read(...entries)
      .rules.filter(({ alert }) => alert === 'PicketErrorBudgetBurn')
      .map(({ labels, forMs }) => `${labels?.long}/${labels?.short} for ${forMs / 60_000}m`);

  test('on checks that run often are looked at in four pairs of windows', () => {
    expect(windows(objective('30s', '99.9%'))).toEqual([
      '1h/5m for 2m',
      '6h/30m for 15m',
      '1d/2h for 60m',
      '3d/6h for 180m',
    ]);
    expect(read(objective('30s', '99.9%')).notes).toEqual([]);
  });

  test('on slower ones have wider short windows, and pairs without room for them are left out', () => {
    expect(windows(objective('2m', '99%'))[0]).toBe('1h/10m for 5m');
    expect(windows(objective('10m', '99%'))).toEqual(['6h/50m for 25m', '1d/2h for 60m', '3d/6h for 180m']);
    expect(read(objective('10m', '99%')).notes).toEqual([
      'error budget burn over 1h is left out: status checks with an objective run every 10m at the slowest, too seldom for a shorter window within it',
      'error budget burn over 6h: the short window is 50m instead of 30m, for 5 runs in it (status checks with an objective run every 10m at the slowest)',
    ]);
  });

  test('are not widened for a slow deployment that has none', () => {
    expect(windows(objective('30s', '99.9%'), 'interval: 10m')[0]).toBe('1h/5m for 2m');
  });

  test('that three failed runs would break are told', () => {
    expect(read(objective('30s', '99.997%')).notes).toEqual([
      'd0: 3 failed status runs in 30 days break its availability of 99.997% at an interval of 30s',
    ]);
    expect(read(objective('30s', '99.99%')).notes).toEqual([]);
  });

  test('that even an outage does not burn fast enough are told', () => {
    expect(read(objective('30s', '90%')).notes).toEqual([
      'd0: its availability of 90% is too low for error budget burn over 1h to fire',
    ]);
    expect(read(objective('30s', '95%')).notes).toEqual([]);
  });
});

// The dashboards as they are committed: importable, well-formed, and about nothing that is not there.
import { describe, expect, test } from 'vitest';
import { boardOf, names, panelsOf, variableOf } from './boards.ts';
import { allFindings, exceptions, findingsOf, isNeeded } from './findings.ts';

test.each(names)('%s.json has no findings', (name) => {
  expect(findingsOf(boardOf(name))).toEqual([]);
});

test('every exception is needed, and says why', () => {
  const findings = names.flatMap((name) => allFindings(boardOf(name)));
  expect(exceptions.filter((exception) => !isNeeded(exception, findings))).toEqual([]);
  for (const { reason } of exceptions) expect(reason).toMatch(/\w+ \w+/);
});

describe('what each is for', () => {
  const titlesOf = (name: (typeof names)[number]) => panelsOf(boardOf(name)).map(({ title }) => title);

  test('fleet tells what is wrong, since when, and where to look first', () => {
    expect(titlesOf('fleet')).toEqual([
      'Agents down',
      'Deployments not operational',
      'Checks down',
      'Components not operational',
      'Stale checks',
      'Availability',
      'Next certificate expires in',
      'Alerts',
      'Deployments',
      'Worst component of each deployment',
      'Deployments, the worst first',
      'Firing alerts',
      'Certificates that expire next',
      'Deployments by state',
      'Failure ratio',
      'p95 of answers',
    ]);
  });

  test('deployment tells which part, from where, and what is left of the budget', () => {
    expect(titlesOf('deployment')).toEqual([
      'State',
      'Incident',
      'Stale checks',
      'Last run',
      'Availability',
      'p95',
      'Certificate',
      'Version',
      'Checks',
      'Components and regions',
      'Phases of the status check',
      'Answers of all checks',
      'Where answers lie',
      'Error budget left',
      'Objective',
      'Burn rate',
      'Failed runs by reason',
      'HTTP status',
      'Findings',
      'Components',
      'Certificate',
      'Worst check by agent',
      'Success by agent',
      'p95 by agent',
    ]);
  });

  test('agent tells whether it can be relied on', () => {
    expect(titlesOf('agent')).toEqual([
      'Up',
      'Version',
      'Last reload',
      'Egress',
      'Series exposed',
      'Uptime',
      'Runs',
      'Start delay, p99',
      'In flight',
      'Skipped runs by reason',
      'Failed runs of all deployments by reason',
      'Errors of the agent by stage',
      'Discarded runs',
      'CPU',
      'Memory',
      'Event loop lag, p99',
      'Garbage collection',
      'Scrape',
      'Open files',
      'Commits of the store, p99',
    ]);
  });
});

describe('large fleets', () => {
  test('nothing is repeated for each deployment', () => {
    for (const name of names) expect(JSON.stringify(boardOf(name))).not.toContain('"repeat"');
  });

  test.each(['Deployments', 'Worst component of each deployment', 'Failure ratio', 'p95 of answers'])(
    '%s shows the worst over the range, the same at every step',
    (title) => {
      const panel = panelsOf(boardOf('fleet')).find((candidate) => candidate.title === title);
      for (const { expr } of panel?.targets ?? [{ expr: '' }]) {
        expect(expr).toMatch(/ and on \(deployment\) topk\(\d+, .*\[\$__range\] @ end\(\)/);
      }
    },
  );

  test('one deployment is chosen, and all of them to begin with', () => {
    expect(variableOf(boardOf('deployment'), 'deployment')).toMatchObject({
      multi: false,
      includeAll: false,
    });
    expect(variableOf(boardOf('fleet'), 'deployment')).toMatchObject({ multi: true, allValue: '.+' });
  });
});

// What the answers of one round say about each other.
import { describe, expect, test } from 'vitest';
import type { Comparison, Observation, Result } from '../../src/model/round.ts';
import { secret } from '../../src/model/secret.ts';
import type { DeploymentOver } from '../fixtures/model.ts';
import { answer, failure, fixture } from '../fixtures/observation.ts';
import { deploymentOf, roundOf, said } from './round.ts';

const monitoring = deploymentOf('monitoring');
const from = (region: string) =>
  answer('status', fixture('status-v2-monitoring').replace('Frankfurt', region));
const regions = (body: string, headers = {}) => answer('regions', body, headers);

const unlisted = (status: Observation, listed?: Observation) => {
  const { checks } = roundOf(monitoring, listed === undefined ? { status } : { status, regions: listed });
  return checks.flatMap(said).filter((line) => line.includes('region_unlisted'));
};

test('meaning.region_unlisted: the answering region is one of the names of the same round', () => {
  expect(unlisted(from('São Paulo'), regions(fixture('regions')))).toEqual([]);
  expect(unlisted(from('Atlantis'), regions(fixture('regions')))).toEqual([
    'info meaning.region_unlisted region: Atlantis; listed: Frankfurt, Singapore, São Paulo',
  ]);
  expect(unlisted(from('fra1'), regions(fixture('regions')))).toHaveLength(1);
  expect(unlisted(from('Frankfurt'), regions('{"object": "list", "data": []}'))).toHaveLength(1);
});

test('it is a finding of the status check', () => {
  const { checks } = roundOf(monitoring, { status: from('Atlantis'), regions: regions(fixture('regions')) });
  expect(checks.map(({ endpoint, findings }) => [endpoint, findings.map(({ check }) => check)])).toEqual([
    ['status', ['status']],
    ['regions', []],
  ]);
});

test.each([
  ['no regions in this round', undefined],
  ['regions that could not be had', failure('timeout')],
  ['regions that were refused', { ...regions(fixture('regions')), status: 503 }],
  ['regions of another media type', regions(fixture('regions'), { 'content-type': 'text/plain' })],
  ['regions without a list', regions('{"object": "list", "data": {}}')],
])('nothing is said about %s', (_, listed) => {
  expect(unlisted(from('Atlantis'), listed)).toEqual([]);
});

test('nothing is said about a status that could not be had', () => {
  expect(unlisted(failure('reset'), regions(fixture('regions')))).toEqual([]);
});

const components = ['Status API', 'Monitoring', 'Notifications', 'Incident History'];
/** A status document with an overall word, and one for each component; the last stands for those that follow. */
const saying = (overall: unknown, ...words: unknown[]) =>
  answer(
    'status',
    JSON.stringify({
      ...JSON.parse(fixture('status-v2-monitoring')),
      status: overall,
      components: components.map((name, index) => ({ name, status: words[index] ?? words.at(-1) })),
    }),
  );
const well = saying('operational', 'operational');
const listed = answer('regions', fixture('regions'));
const refused: Observation = { ...listed, status: 500, body: '' };
const incidents = (...items: unknown[]) =>
  answer('incidents', JSON.stringify({ object: 'list', data: items }));
const resolved = answer('incidents', fixture('incidents'));
const unresolved = answer('incidents', fixture('incidents-unresolved'));
const slow = { id: 'inc_21', title: 'Slow checks', status: 'investigating' };

/** What a round says of one contradiction: the texts of its finding, null where both sides agree. */
function compared(rule: string, result: Result): string | null | undefined {
  const comparison = result.comparisons.find((each) => each.rule === `contradiction.${rule}`);
  return comparison?.finding == null ? comparison?.finding : textOf(comparison);
}
const textOf = ({ finding }: Comparison) => `${finding?.message} | ${finding?.observed}`;

describe('contradiction.overall_vs_components', () => {
  const words = (overall: unknown, ...parts: unknown[]) =>
    compared('overall_vs_components', roundOf(monitoring, { status: saying(overall, ...parts) }));

  test.each([
    ['operational', ['operational']],
    ['Operational', ['OPERATIONAL', 'operational']],
    ['degraded', ['operational', 'degraded', 'operational']],
    ['maintenance', ['down']],
    // A word in no table claims nothing, on either side.
    ['operational', ['operational', 'brownout', 'operational']],
    ['brownout', ['operational']],
    ['brownout', ['down']],
    ['down', ['operational', 'brownout', 'operational']],
  ])('%j and %j agree', (overall, parts) => {
    expect(words(overall, ...parts)).toBeNull();
  });

  test.each([
    [
      'operational',
      ['operational', 'Major Outage', 'brownout', 'operational'],
      'status claims operational while a component does not | operational; Monitoring: Major Outage',
    ],
    [
      'Operational',
      ['maintenance', 'down', 'operational'],
      'status claims operational while a component does not | Operational; Status API: maintenance, Monitoring: down',
    ],
    [
      'partial-outage',
      ['operational'],
      'status claims partial_outage while every component is operational | partial-outage; Status API: operational, Monitoring: operational, Notifications: operational, Incident History: operational',
    ],
  ])('%j and %j do not: both are named', (overall, parts, expected) => {
    expect(words(overall, ...parts)).toBe(expected);
  });

  test('words that the deployment explains are in a table', () => {
    const explained = deploymentOf('monitoring', { statusWords: { brownout: 'partial_outage' } });
    const result = roundOf(explained, { status: saying('operational', 'brownout', 'operational') });
    expect(compared('overall_vs_components', result)).toMatch(/; Status API: brownout$/);
  });

  test('without a component there is nothing to disagree with', () => {
    const body = fixture('status-v2-monitoring')
      .replace(/\[.*\]/s, '[]')
      .replace('operational', 'down');
    const result = roundOf(monitoring, { status: answer('status', body) });
    expect(compared('overall_vs_components', result)).toBeNull();
  });

  test('of many components the first five are named, and the one in thousands is among them', () => {
    const many = (odd: number) =>
      answer(
        'status',
        JSON.stringify({
          ...JSON.parse(fixture('status-v2-monitoring')),
          components: Array.from({ length: 5_000 }, (_, index) => ({
            name: `c${index}`,
            status: index >= odd ? 'down' : 'operational',
          })),
        }),
      );
    const one = compared('overall_vs_components', roundOf(monitoring, { status: many(4_999) }));
    expect(one).toMatch(/ \| operational; c4999: down$/);
    const five = compared('overall_vs_components', roundOf(monitoring, { status: many(4_995) }));
    expect(five).toMatch(/; c4995: down, .*c4999: down$/);
    const hundred = compared('overall_vs_components', roundOf(monitoring, { status: many(4_900) }));
    expect(hundred).toMatch(/; c4900: down, c4901: down, c4902: down, c4903: down, c4904: down and more$/);
  });
});

describe('contradiction.status_vs_checks', () => {
  const asked = (observations: Parameters<typeof roundOf>[1]) =>
    compared('status_vs_checks', roundOf(monitoring, observations));

  test('the others answer as they should', () => {
    expect(asked({ status: well, regions: listed, incidents: resolved })).toBeNull();
  });

  test.each([
    ['fails', { regions: refused }, 'regions: http_status 500'],
    ['fails', { regions: listed, incidents: failure('timeout') }, 'incidents: timeout'],
    ['fails', { regions: answer('regions', '<html>') }, 'regions: json'],
    [
      'fails',
      { regions: { ...answer('regions', '', { location: '/' }), status: 301 } },
      'regions: redirect 301',
    ],
    ['fails', { regions: { ...failure('too_large'), status: 200 } }, 'regions: too_large'],
    ['fail', { regions: refused, incidents: failure('reset') }, 'regions: http_status 500, incidents: reset'],
  ])('status claims operational while another check %s: %j', (verb, others, observed) => {
    const names = observed.split(', ').map((each) => each.split(':')[0]);
    expect(asked({ status: well, ...others })).toBe(
      `status claims operational while ${names.join(' and ')} ${verb} | operational; ${observed}`,
    );
  });

  test('a status that claims to be unwell, or claims nothing, is not contradicted', () => {
    for (const word of ['degraded', 'brownout']) {
      expect(asked({ status: saying(word, 'operational'), regions: refused })).toBeNull();
    }
  });

  test('components take no part in it, and what status itself fails with does not either', () => {
    expect(asked({ status: saying('operational', 'down'), regions: refused })).toContain('http_status 500');
    expect(asked({ status: saying('operational', 5), regions: listed })).toBeNull();
  });

  test('is not decided where status alone was asked and claims to be well, or could not be read', () => {
    expect(asked({ status: well })).toBeUndefined();
    expect(asked({ status: saying('degraded', 'operational') })).toBeNull();
    expect(asked({ regions: refused, incidents: resolved })).toBeUndefined();
    expect(asked({ status: failure('reset'), regions: refused })).toBeUndefined();
  });
});

describe('contradiction.incidents_vs_status', () => {
  const asked = (status: Observation, list?: Observation) =>
    compared(
      'incidents_vs_status',
      roundOf(monitoring, list === undefined ? { status } : { status, incidents: list }),
    );

  test('all is operational while an incident is unresolved', () => {
    expect(asked(well, unresolved)).toBe(
      'status claims operational while an incident is unresolved | operational; inc_21: investigating',
    );
    expect(asked(well, incidents({ ...slow, id: 5, resolved_at: null }))).toMatch(
      /; without id: investigating$/,
    );
  });

  test.each([
    ['resolved incidents', resolved],
    ['no incidents', incidents()],
    [
      'an incident that says when it was resolved',
      incidents({ ...slow, resolved_at: '2026-11-20T09:30:00Z' }),
    ],
    ['services, which are no incidents', answer('incidents', fixture('services'))],
    ['items that are none', incidents(null, 'inc_21', [], {})],
  ])('%s contradict nothing', (_, list) => {
    expect(asked(well, list)).toBeNull();
  });

  test.each([
    ['an overall word', saying('degraded', 'operational')],
    ['an overall word in no table', saying('brownout', 'operational')],
    ['a component', saying('operational', 'degraded', 'operational')],
    ['a component’s word in no table', saying('operational', 'brownout', 'operational')],
    ['no component at all', answer('status', fixture('status-v2-monitoring').replace(/\[.*\]/s, '[]'))],
  ])('nothing claims that all is well: %s', (_, status) => {
    expect(asked(status, unresolved)).toBeNull();
  });

  test('is not decided without both answers', () => {
    expect(asked(well)).toBeUndefined();
    expect(asked(well, { ...unresolved, status: 503 })).toBeUndefined();
    expect(asked(well, answer('incidents', '[]'))).toBeUndefined();
    expect(asked(failure('dns'), unresolved)).toBeUndefined();
    // But for a status that does not claim that all is well.
    expect(asked(saying('degraded', 'operational'))).toBeNull();
  });

  test('ids are bounded, and five of them are named', () => {
    const many = Array.from({ length: 3_000 }, (_, index) => ({ ...slow, id: `inc_${index}` }));
    expect(asked(well, incidents(...many))).toMatch(/inc_4: investigating and more$/);
    const long = { ...slow, id: 'x'.repeat(100_000) };
    const { comparisons } = roundOf(monitoring, { status: well, incidents: incidents(long) });
    expect(comparisons.map(({ finding }) => finding?.observed.length)).toContain(200);
  });
});

describe('a comparison', () => {
  const round = (over: DeploymentOver, status = saying('operational', 'down')) =>
    roundOf(deploymentOf('monitoring', over), { status, regions: refused, incidents: unresolved });

  test('of a healthy round: one a rule, all agreed', () => {
    const { comparisons } = roundOf(monitoring, { status: well, regions: listed, incidents: resolved });
    expect(comparisons).toEqual([
      { rule: 'contradiction.overall_vs_components', finding: null },
      { rule: 'contradiction.status_vs_checks', finding: null },
      { rule: 'contradiction.incidents_vs_status', finding: null },
    ]);
  });

  test('has its finding among those of the status check', () => {
    const { checks, comparisons } = round({}, well);
    const findings = comparisons.flatMap(({ finding }) => finding ?? []);
    expect(findings.map(({ rule, severity, check, path }) => [rule, severity, check, path])).toEqual([
      ['contradiction.status_vs_checks', 'warning', 'status', 'status'],
      ['contradiction.incidents_vs_status', 'warning', 'status', 'status'],
    ]);
    expect(checks[0]).toMatchObject({ endpoint: 'status', findings, reason: null });
  });

  test('configured as an error, it fails the status check', () => {
    const rules = { 'contradiction.status_vs_checks': 'error' } as const;
    const { checks, comparisons } = round({ rules }, well);
    expect(checks[0]?.reason).toBe('contract');
    expect(checks[0]?.findings[0]).toEqual(comparisons[1]?.finding);
  });

  test('is not made where its rule is off', () => {
    const rules = {
      'contradiction.overall_vs_components': 'off',
      'contradiction.status_vs_checks': 'off',
    } as const;
    const { checks, comparisons } = round({ rules });
    expect(comparisons).toEqual([{ rule: 'contradiction.incidents_vs_status', finding: null }]);
    expect(checks.flatMap(said).join()).not.toContain('contradiction.');
  });

  test('outlives the bound of the findings', () => {
    const many = Array.from({ length: 60 }, (_, index) => ({ name: `c${index}`, status: 'down' }));
    const expected = Array.from({ length: 60 }, (_, index) => `missing ${index}`);
    const body = { ...JSON.parse(fixture('status-v2-monitoring')), components: many };
    const over = { components: { expected, exact: false } };
    const { checks, comparisons } = round(over, answer('status', JSON.stringify(body)));
    expect(checks[0]?.findings.map(({ rule }) => rule)).toEqual(Array(50).fill('meaning.components_missing'));
    expect(comparisons[0]?.finding).toMatchObject({
      rule: 'contradiction.overall_vs_components',
      severity: 'warning',
      observed: 'operational; c0: down, c1: down, c2: down, c3: down, c4: down and more',
    });
  });

  test('shows no secret', () => {
    const secrets = [secret('inc_21')];
    const { comparisons } = round({ secrets }, well);
    expect(comparisons[2]?.finding?.observed).toBe('operational; [redacted]: investigating');
  });

  test.each(['[]', '{"status": "operational"}', 'null', '{"components": []}'])(
    'is not made with a status document that cannot be read: %s',
    (body) => {
      expect(round({}, answer('status', body)).comparisons).toEqual([]);
    },
  );
});

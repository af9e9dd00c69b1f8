// Every rule that one round decides, on each resource it is about: an answer that keeps it, and one that breaks it.
import { describe, expect, test } from 'vitest';
import { type EndpointName, endpointNames } from '../../src/contract/endpoints.ts';
import type { kinds } from '../../src/contract/kinds.ts';
import { type RuleId, ruleIds, rules } from '../../src/contract/rules.ts';
import type { Finding, Observation } from '../../src/model/round.ts';
import { answer, fixture } from '../fixtures/observation.ts';
import { checkOf, deploymentOf, roundOf } from './round.ts';
import { type Edit, elsewhere, type Row, rows } from './rule-rows.ts';

/** Whose answer is edited, and its healthy fixture. */
const healthy: Readonly<Record<EndpointName, readonly [keyof typeof kinds, string]>> = {
  status: ['monitoring', 'status-v2-monitoring'],
  regions: ['monitoring', 'regions'],
  files: ['file-storage', 'files'],
  media: ['media', 'media'],
  incidents: ['monitoring', 'incidents'],
  services: ['compute', 'services'],
};

/** `data[0].id` in a document; a value of undefined takes the field out. */
function put(document: unknown, path: string, value: unknown): void {
  const steps = path.split(/[.[\]]+/).filter((step) => step !== '');
  const last = steps.pop() ?? '';
  const place = steps.reduce<unknown>((at, step) => Reflect.get(Object(at), step), document);
  if (value === undefined) Reflect.deleteProperty(Object(place), last);
  else Reflect.set(Object(place), last, value);
}

function edited(endpoint: EndpointName, { set = {}, body, headers, over }: Edit): Observation {
  const document: unknown = JSON.parse(fixture(healthy[endpoint][1]));
  for (const [path, value] of Object.entries(set)) put(document, path, value);
  return answer(endpoint, body ?? JSON.stringify(document), headers, over);
}

/** What the round says of the edited answer. */
function findingsOf(endpoint: EndpointName, edit: Edit): readonly Finding[] {
  const { beside = {}, deployment = {}, limit = null } = edit;
  const others = endpointNames.flatMap((name) => {
    const other = beside[name];
    return other === undefined ? [] : [[name, edited(name, other)] as const];
  });
  const names = [endpoint, ...others.map(([name]) => name)];
  const checks = names.map((name) => ({ ...checkOf(name), limit }));
  const target = deploymentOf(healthy[endpoint][0], { ...deployment, checks });
  const observations = Object.fromEntries([[endpoint, edited(endpoint, edit)], ...others]);
  return roundOf(target, observations).checks[0]?.findings ?? [];
}

const of = (rule: RuleId, findings: readonly Finding[]) => findings.filter((each) => each.rule === rule);

test.each(endpointNames)('%s: a healthy answer breaks nothing', (endpoint) => {
  expect(findingsOf(endpoint, {})).toEqual([]);
});

test('every rule has rows, but for those that are decided elsewhere', () => {
  const named = [...Object.keys(rows), ...Object.keys(elsewhere)];
  expect(named.toSorted()).toEqual(ruleIds.toSorted());
});

/** On which answers a rule is decided, where not on all of them. */
const places: Partial<Record<RuleId, string>> = {
  'transport.age_on_no_store': 'status',
  'meaning.limit': 'files incidents media services',
  'meaning.ids_duplicate': 'files incidents media regions services',
  'meaning.resolved_at': 'incidents',
  'meaning.resolved_before_created': 'incidents',
  'meaning.checksum_digest': 'files',
  'meaning.media_kind': 'media',
};
const ofStatus = /^(shape\.not_a_list|meaning\.(version|components_|region_)|freshness\.|contradiction\.)/;

describe.each(Object.entries(rows) as [keyof typeof rows, readonly Row[]][])('%s', (rule, itsRows) => {
  test('has a row for each resource it is about', () => {
    const wanted = places[rule] ?? (ofStatus.test(rule) ? 'status' : endpointNames.toSorted().join(' '));
    expect([...new Set(itsRows.map(([endpoint]) => endpoint))].toSorted().join(' ')).toBe(wanted);
  });

  test.each(itsRows)('%s: kept by %j, broken by %j at %j', (endpoint, keeps, breaks, path) => {
    expect(of(rule, findingsOf(endpoint, keeps))).toEqual([]);
    const { severity } = rules[rule];
    expect(of(rule, findingsOf(endpoint, breaks))).toContainEqual(
      expect.objectContaining({ path, severity, check: endpoint }),
    );
  });
});

// What the answers of one round say about each other; a rule speaks only where each answer it compares was had.
import type { EndpointName } from '../contract/endpoints.ts';
import type { Deployment } from '../model/deployment.ts';
import type { Claims, Comparison, ContradictionRule, Observation, Reported } from '../model/round.ts';
import { itemsIn, listIn, textIn } from './document.ts';
import type { Findings, Remark } from './finding.ts';
import { isUnresolved } from './incidents.ts';
import { reasonOf } from './transport.ts';

/** Of components and incidents named in one finding. */
const maxNamed = 5;

/** One answer of a round; its document is undefined where there was none to read. */
export interface Answer {
  readonly observation: Observation;
  readonly document: unknown;
  readonly findings: Findings;
  readonly claims: Claims | null;
}

export type Round = ReadonlyMap<EndpointName, Answer>;

/** What a status document says of the whole, and of its parts. */
interface Status {
  readonly overall: Reported;
  readonly components: Claims['components'];
}

/**
 * Both sides of a contradiction; null where they agree, or one claims nothing that the other could contradict;
 * undefined where the round does not hold both.
 */
type Compare = (status: Status, round: Round) => Omit<Remark, 'rule' | 'path'> | null | undefined;

const contradictions: readonly (readonly [ContradictionRule, Compare])[] = [
  ['contradiction.overall_vs_components', overallVsComponents],
  ['contradiction.status_vs_checks', statusVsChecks],
  ['contradiction.incidents_vs_status', incidentsVsStatus],
];

/** The contradictions that this round could decide, but for those that the deployment's rules turn off. */
export function crosscheck({ rules }: Deployment, round: Round): readonly Comparison[] {
  regionUnlisted(round);
  const { findings, claims } = round.get('status') ?? {};
  const overall = claims?.overall ?? null;
  const comparisons: Comparison[] = [];
  if (findings === undefined || overall === null) return comparisons;
  const status = { overall, components: claims?.components ?? [] };
  for (const [rule, compare] of contradictions) {
    const sides = rules[rule] === 'off' ? undefined : compare(status, round);
    if (sides === undefined) continue;
    const remark = sides && { rule, path: 'status', ...sides };
    if (remark !== null) findings.add(remark);
    comparisons.push({ rule, finding: remark && findings.compose(remark) });
  }
  return comparisons;
}

/** A word in no table claims nothing. */
function overallVsComponents({ overall, components }: Status): ReturnType<Compare> {
  if (overall.state === 'unknown') return null;
  if (overall.state !== 'operational') {
    if (!areWell(components)) return null;
    return {
      message: `status claims ${overall.state} while every component is operational`,
      expected: `a component that is not operational, as status claims ${overall.state}`,
      observed: `${overall.word}; ${named(components, wordOf)}`,
    };
  }
  if (!components.some(isUnwell)) return null;
  return {
    message: 'status claims operational while a component does not',
    expected: 'every component operational, as status claims',
    observed: `${overall.word}; ${named(components.filter(isUnwell), wordOf)}`,
  };
}

function statusVsChecks({ overall }: Status, round: Round): ReturnType<Compare> {
  if (overall.state !== 'operational') return null;
  if (round.size < 2) return undefined;
  const failing = [...round].flatMap(([name, { observation, findings }]) => {
    const reason = name === 'status' ? null : reasonOf(observation, findings);
    if (reason === null) return [];
    const isOfStatus = reason === 'http_status' || reason === 'redirect';
    return [{ name, told: `${name}: ${isOfStatus ? `${reason} ${observation.status}` : reason}` }];
  });
  if (failing.length === 0) return null;
  const names = failing.map(({ name }) => name).join(' and ');
  return {
    message: `status claims operational while ${names} ${failing.length === 1 ? 'fails' : 'fail'}`,
    expected: 'every other check of the round well, as status claims operational',
    observed: `${overall.word}; ${failing.map(({ told }) => told).join(', ')}`,
  };
}

function incidentsVsStatus({ overall, components }: Status, round: Round): ReturnType<Compare> {
  if (overall.state !== 'operational' || !areWell(components)) return null;
  const incidents = round.get('incidents');
  if (incidents === undefined || incidents.claims === null) return undefined;
  const unresolved = itemsIn(incidents.document, 'data').filter(isUnresolved);
  if (unresolved.length === 0) return null;
  return {
    message: 'status claims operational while an incident is unresolved',
    expected: 'no unresolved incident, as status and its components claim operational',
    observed: `${overall.word}; ${named(unresolved, ({ id, status }) => `${typeof id === 'string' ? id : 'without id'}: ${status}`)}`,
  };
}

type Component = Claims['components'][number];

function isUnwell({ reported: { state } }: Component): boolean {
  return state !== 'operational' && state !== 'unknown';
}

/** At least one, and each says that it is operational. */
function areWell(components: readonly Component[]): boolean {
  return components.length > 0 && components.every(({ reported }) => reported.state === 'operational');
}

function wordOf({ name, reported }: Component): string {
  return `${name}: ${reported.word}`;
}

function named<Item>(items: readonly Item[], tell: (item: Item) => string): string {
  const told = items.slice(0, maxNamed).map(tell).join(', ');
  return items.length > maxNamed ? `${told} and more` : told;
}

function regionUnlisted(round: Round): void {
  const status = round.get('status');
  const region = textIn(status?.document, 'region');
  const listed = listIn(round.get('regions')?.document, 'data');
  if (status === undefined || region === null || listed === null) return;
  if (listed.some((item) => textIn(item, 'name') === region)) return;
  const names = itemsIn(round.get('regions')?.document, 'data').flatMap((item) => textIn(item, 'name') ?? []);
  status.findings.add({
    rule: 'meaning.region_unlisted',
    path: 'region',
    message: 'the answering region is not among the listed regions',
    expected: 'the name of a listed region',
    observed: `${region}; listed: ${names.length === 0 ? 'none' : names.join(', ')}`,
  });
}

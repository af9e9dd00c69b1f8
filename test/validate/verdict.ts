// One changed answer: what the oracle says of it against what validation says, and where they may differ.
import type { EndpointName } from '../../src/contract/endpoints.ts';
import { kinds } from '../../src/contract/kinds.ts';
import type { Finding } from '../../src/model/round.ts';
import { answer, fixture, nowMs } from '../fixtures/observation.ts';
import type { HeaderChange } from './headers.ts';
import { type Mutation, textOf } from './mutations.ts';
import { checkOf, deploymentOf, runOf } from './round.ts';
import { type Claim, isInteger, judge } from './statements.ts';

/** A healthy answer: its fixture, and who gives it. */
export interface Healthy {
  readonly resource: string;
  readonly kind: keyof typeof kinds;
  readonly endpoint: EndpointName;
  readonly name: string;
}

type Said = Pick<Claim, 'path' | 'value'>;

interface Exception {
  readonly reason: string;
  readonly covers: (said: Said, endpoint: EndpointName) => boolean;
}

/** What the document states and is not caught. */
export const notCaught: readonly Exception[] = [
  {
    reason: 'an amount below zero: the document says integer, no more',
    covers: ({ path, value }) => /\.(bytes|width|height|replicas)$/.test(path) && isInteger(value),
  },
  {
    reason: 'a form beyond the first 1,000 items: of those only what is claimed is looked at',
    covers: ({ path, value }) => /^\w+\[\d{4,}\]\./.test(path) && value !== undefined,
  },
];

/** What is held against an answer though the document allows it. */
export const beyond: readonly Exception[] = [
  {
    reason: '24:00:00, a leap second, the basic form of ISO 8601: few can read them',
    covers: ({ value }) => typeof value === 'string' && /T24:|:60Z$|^\d{8}T/.test(value),
  },
];

export interface Verdict {
  /** Statements that the answer breaks, and those of them that no error or warning names. */
  readonly breaks: readonly Claim[];
  readonly missed: readonly Claim[];
  /** What is not as it should be, in words. */
  readonly wrong: readonly string[];
  readonly met: readonly Exception[];
}

/** More than any healthy answer has; asked of the endpoints that accept it. */
const limit = 10;
const limited: readonly EndpointName[] = ['files', 'media', 'incidents', 'services'];

const limitOf = (endpoint: EndpointName) => (limited.includes(endpoint) ? limit : null);

type Headers = Readonly<Record<string, string | undefined>>;

export function findingsOf(
  { kind, endpoint }: Healthy,
  body: string,
  headers: Headers = {},
): readonly Finding[] {
  const checks = [{ ...checkOf(endpoint), limit: limitOf(endpoint) }];
  return runOf(deploymentOf(kind, { checks }), endpoint, answer(endpoint, body, headers)).findings;
}

const isGrave = ({ severity }: Finding) => severity !== 'info';
const isDrift = ({ rule }: Finding) => rule.startsWith('drift.');

/** Who says a claim: an error or a warning what is broken, drift what is more, info the rest. */
const tellers: Readonly<Record<Claim['class'], (finding: Finding) => boolean>> = {
  breaks: isGrave,
  ours: isGrave,
  adds: (finding) => !isGrave(finding) && isDrift(finding),
  custom: (finding) => !isGrave(finding) && !isDrift(finding),
};

const tells = (finding: Finding, claim: Claim) =>
  tellers[claim.class](finding) && isSamePath(finding.path, claim.path);

const claimsOf = ({ kind, endpoint }: Healthy, body: string) =>
  judge({ ...kinds[kind], endpoint, limit: limitOf(endpoint), nowMs }, body);

export function compareBody(subject: Healthy, { label, tree }: Mutation): Verdict {
  const body = textOf(tree);
  const findings = findingsOf(subject, body);
  return compare(label, subject.endpoint, claimsOf(subject, body), findings, (path) => valueAt(body, path));
}

/** Of an answer that is not JSON by its header, the body is not looked at. */
export function compareHeader(subject: Healthy, { name, value, class: kind }: HeaderChange): Verdict {
  const body = fixture(subject.name);
  const own: Claim[] = kind === null ? [] : [{ class: kind, path: `headers.${name}`, value }];
  const others = kind === 'breaks' && name === 'content-type' ? [] : claimsOf(subject, body);
  const findings = findingsOf(subject, body, { [name]: value });
  return compare(`${name}: ${value}`, subject.endpoint, [...own, ...others], findings, () => value);
}

/** Either way: what is to be said and is not, and what is said and is not to be; as far as there is room to say it. */
function compare(
  label: string,
  endpoint: EndpointName,
  claims: readonly Claim[],
  findings: readonly Finding[],
  valueIn: (path: string) => unknown,
): Verdict {
  const unsaid = claims.filter((claim) => !findings.some((finding) => tells(finding, claim)));
  const missed = unsaid.filter((claim) => !isCut(findings, claim));
  const caught = claims.filter((claim) => claim.class === 'breaks' && !unsaid.includes(claim));
  const surplus = findings
    .filter((finding) => !claims.some((claim) => tells(finding, claim)))
    .map((finding) => ({ ...finding, value: valueIn(finding.path) }));
  const among = (exceptions: readonly Exception[]) => (said: Said) =>
    exceptions.filter(({ covers }) => covers(said, endpoint));
  const [missable, excess] = [among(notCaught), among(beyond)];
  return {
    breaks: claims.filter((claim) => claim.class === 'breaks'),
    missed: missed.filter((claim) => claim.class === 'breaks'),
    wrong: [
      ...missed
        .filter((claim) => missable(claim).length === 0)
        .map((claim) => `${label}: nothing says that ${claim.path} ${claim.class}`),
      ...caught
        .filter((claim) => missable(claim).length > 0)
        .map((claim) => `${label}: ${claim.path} is caught after all`),
      ...surplus
        .filter((finding) => excess(finding).length === 0)
        .map(({ severity, rule, path }) => `${label}: ${severity} ${rule} at ${path} is too much`),
    ],
    met: [...missed.flatMap(missable), ...surplus.flatMap(excess)],
  };
}

/** 50 findings cannot say it all, nor can 20 of one rule that are information. */
function isCut(findings: readonly Finding[], { class: kind }: Claim): boolean {
  const isInfo = kind === 'adds' || kind === 'custom';
  const counts = Map.groupBy(findings.filter(tellers[kind]), ({ rule }) => rule).values();
  return findings.length >= 50 || (isInfo && [...counts].some(({ length }) => length >= 20));
}

/** As far as a path is short and can be printed. */
function isSamePath(found: string, path: string): boolean {
  if (found === path) return true;
  const plain = /^[ -~]{0,150}/.exec(path)?.[0] ?? '';
  return plain !== path && found.startsWith(plain);
}

function valueAt(body: string, path: string): unknown {
  const inside = (value: unknown, key: string): unknown =>
    typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  return path === '' ? undefined : path.split(/[.[\]]+/).reduce(inside, JSON.parse(body));
}

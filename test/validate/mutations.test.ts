// Healthy answers changed in one place: what breaks the document is said there, what adds is drift, else nothing.
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import type { EndpointName } from '../../src/contract/endpoints.ts';
import { kinds } from '../../src/contract/kinds.ts';
import type { Finding } from '../../src/model/round.ts';
import { answer, fixture, nowMs } from '../fixtures/observation.ts';
import { type Mutation, mutationsAt, placesIn, replacedAt, type Tree, textOf, treeOf } from './mutations.ts';
import { deploymentOf, runOf } from './round.ts';
import { type Claim, judge } from './statements.ts';

interface Healthy {
  readonly resource: string;
  readonly kind: keyof typeof kinds;
  readonly endpoint: EndpointName;
  readonly name: string;
}

const healthy: readonly Healthy[] = [
  { resource: 'status', kind: 'file-storage', endpoint: 'status', name: 'status-v1-file-storage' },
  { resource: 'status', kind: 'media', endpoint: 'status', name: 'status-v1-media' },
  { resource: 'status', kind: 'monitoring', endpoint: 'status', name: 'status-v2-monitoring' },
  { resource: 'status', kind: 'compute', endpoint: 'status', name: 'status-v2-compute' },
  { resource: 'file', kind: 'file-storage', endpoint: 'files', name: 'files' },
  { resource: 'media', kind: 'media', endpoint: 'media', name: 'media' },
  { resource: 'service', kind: 'compute', endpoint: 'services', name: 'services' },
  { resource: 'region', kind: 'compute', endpoint: 'regions', name: 'regions' },
  { resource: 'incident', kind: 'monitoring', endpoint: 'incidents', name: 'incidents' },
];

interface Exception {
  readonly reason: string;
  readonly covers: (claim: Pick<Claim, 'path' | 'value'>, endpoint: EndpointName) => boolean;
}

/** What the document states and is not caught. */
const notCaught: readonly Exception[] = [
  {
    reason: 'an amount below zero: the document says integer, no more',
    covers: ({ path, value }) => /\.(bytes|width|height|replicas)$/.test(path) && Number.isInteger(value),
  },
  {
    reason: 'a file name without extension: it is as the file’s owner chose it',
    covers: ({ path, value }) => path.endsWith('.filename') && typeof value === 'string',
  },
  {
    reason: 'object or data in a status document: it only adds, and is drift',
    covers: ({ path }, endpoint) => endpoint === 'status' && (path === 'object' || path === 'data'),
  },
  {
    reason: 'a form beyond the first 1,000 items: of those only what is claimed is looked at',
    covers: ({ path, value }) => /^\w+\[\d{4,}\]\./.test(path) && value !== undefined,
  },
];

/** What is held against an answer though the document allows it. */
const beyond: readonly Exception[] = [
  {
    reason: 'an integer past 2^53 is not the one that was sent once it is read',
    covers: ({ value }) => Number.isInteger(value) && !Number.isSafeInteger(value),
  },
  {
    reason: 'few read 24:00:00, a leap second or the basic form of ISO 8601',
    covers: ({ value }) => typeof value === 'string' && /T24:|:60Z$|^\d{8}T/.test(value),
  },
];

interface Verdict {
  /** Statements that the answer breaks, and those of them that no error or warning names. */
  readonly breaks: readonly Claim[];
  readonly missed: readonly Claim[];
  /** What is not as it should be, in words. */
  readonly wrong: readonly string[];
  readonly met: readonly Exception[];
}

const deployments = new Map(healthy.map(({ kind }) => [kind, deploymentOf(kind)]));

function findingsOf({ kind, endpoint }: Healthy, body: string, headers = {}): readonly Finding[] {
  return runOf(deployments.get(kind) ?? deploymentOf(kind), endpoint, answer(endpoint, body, headers))
    .findings;
}

const isGrave = ({ severity }: Finding) => severity !== 'info';
const isDrift = ({ rule }: Finding) => rule.startsWith('drift.');

/** Who says a claim: an error or a warning what is broken, drift what is more, info the rest. */
const says: Readonly<Record<Claim['class'], (finding: Finding) => boolean>> = {
  breaks: isGrave,
  ours: isGrave,
  adds: (finding) => !isGrave(finding) && isDrift(finding),
  custom: (finding) => !isGrave(finding) && !isDrift(finding),
};

/** The oracle's claims against the findings, either way. Of more than 50 claims only some can be said. */
function compare(subject: Healthy, { label, tree }: Mutation): Verdict {
  const { version, components } = kinds[subject.kind];
  const body = textOf(tree);
  const claims = judge({ endpoint: subject.endpoint, version, components, nowMs }, body);
  const findings = findingsOf(subject, body);
  const unsaid = claims.filter(
    (claim) => !findings.some((finding) => says[claim.class](finding) && names(finding.path, claim.path)),
  );
  const unfounded = findings.filter(
    (finding) => !claims.some((claim) => says[claim.class](finding) && names(finding.path, claim.path)),
  );
  const tolerated = (list: readonly Exception[], claim: Pick<Claim, 'path' | 'value'>) =>
    list.filter(({ covers }) => covers(claim, subject.endpoint));
  const surplus = unfounded.map((finding) => ({ finding, value: valueAt(body, finding.path) }));
  const breaks = claims.filter((claim) => claim.class === 'breaks');
  const missed = findings.length < 50 ? unsaid : [];
  const caught = breaks.filter((claim) => !unsaid.includes(claim));
  return {
    breaks,
    missed: missed.filter((claim) => claim.class === 'breaks'),
    wrong: [
      ...missed
        .filter((claim) => tolerated(notCaught, claim).length === 0)
        .map((claim) => `${label}: not said that ${claim.path} ${claim.class}`),
      ...caught
        .filter((claim) => tolerated(notCaught, claim).length > 0)
        .map((claim) => `${label}: ${claim.path} is caught after all`),
      ...surplus
        .filter(({ finding, value }) => tolerated(beyond, { path: finding.path, value }).length === 0)
        .map(
          ({ finding: { severity, rule, path } }) => `${label}: ${severity} ${rule} ${path} says too much`,
        ),
    ],
    met: [
      ...missed.flatMap((claim) => tolerated(notCaught, claim)),
      ...surplus.flatMap(({ finding, value }) => tolerated(beyond, { path: finding.path, value })),
    ],
  };
}

/** Paths are the same, as far as they are short and can be printed. */
function names(found: string, path: string): boolean {
  const plain = /^[ -~]{0,150}/.exec(path)?.[0] ?? '';
  return plain === path ? found === path : found.startsWith(plain);
}

function valueAt(body: string, path: string): unknown {
  const inside = (value: unknown, key: string): unknown =>
    typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  return path === '' ? undefined : path.split(/[.[\]]+/).reduce(inside, JSON.parse(body));
}

/** Each document is gone through once, whatever tests want to know of it. */
const passes = new Map<string, readonly Verdict[]>();

function passOf(subject: Healthy): readonly Verdict[] {
  const tree = treeOf(JSON.parse(fixture(subject.name)));
  const verdicts =
    passes.get(subject.name) ??
    placesIn(tree).flatMap((place) => mutationsAt(tree, place).map((mutation) => compare(subject, mutation)));
  passes.set(subject.name, verdicts);
  return verdicts;
}

describe('every change of one step, at every path', () => {
  test.each(healthy)('$name', (subject) => {
    const verdicts = passOf(subject);
    expect(verdicts.length).toBeGreaterThan(500);
    expect(verdicts.flatMap(({ wrong }) => wrong).slice(0, 20)).toEqual([]);
  });

  test('each exception is met', () => {
    const met = new Set(healthy.flatMap(passOf).flatMap((verdict) => verdict.met));
    expect([...notCaught, ...beyond].filter((exception) => !met.has(exception))).toEqual([]);
  });
});

afterAll(() => {
  const lines = Map.groupBy(healthy, ({ resource }) => resource);
  for (const [resource, subjects] of lines) console.log(shareOf(resource, subjects.flatMap(passOf)));
  const reasons = notCaught.map(({ reason }) => reason).join('; ');
  console.log(`${shareOf('mutations', healthy.flatMap(passOf))}; not caught: ${reasons}`);
});

function shareOf(what: string, verdicts: readonly Verdict[]): string {
  const breaking = verdicts.filter(({ breaks }) => breaks.length > 0);
  const caught = breaking.filter(({ missed }) => missed.length === 0);
  const share = ((100 * caught.length) / breaking.length).toFixed(1);
  const [some, all] = [caught.length, breaking.length].map((count) => count.toLocaleString('en'));
  return `${what}: ${some} of ${all} that break the document caught (${share} %)`;
}

// Where a deployment contradicts itself, what its answers were found to be, and how they drift.
import { severities } from '../../contract/rules.ts';
import type { Deployment } from '../deployment-schema.ts';
import type { Finding } from '../schemas.ts';
import { type Html, html, said } from './html.ts';
import { type Column, section } from './table.ts';
import { moment } from './words.ts';

type Drift = NonNullable<Deployment['drift']>[number];
type Contradiction = NonNullable<Deployment['contradictions']>[number];

export function contradictionsTold({ contradictions = [] }: Deployment): Html {
  const caption = 'What the status document claims, and what the same round showed';
  return section('Contradictions', caption, contradictionColumns, contradictions);
}

export function findingsTold(deployment: Deployment): Html {
  const caption = 'Of the last run of each check, and of the last walk over its pages; the gravest first';
  return section('Findings', caption, findingColumns, gravestFirst(deployment));
}

export function driftTold({ drift = [] }: Deployment): Html {
  return section(
    'Drift',
    'How answers differ from what they were or what is documented',
    driftColumns,
    drift,
  );
}

function gravestFirst({ findings = [], checks }: Deployment): Finding[] {
  const all = [...findings, ...checks.flatMap(({ walk }) => walk?.findings ?? [])];
  return severities.flatMap((severity) => all.filter((finding) => finding.severity === severity));
}

const what = ({ message, rule }: Pick<Finding, 'message' | 'rule'>) =>
  html`${said(message)}<small>${rule}</small>`;
const where = ({ check, path }: Pick<Finding, 'check' | 'path'>) =>
  html`${check}<small>${said(path)}</small>`;
const sides: readonly Column<Pick<Finding, 'expected' | 'observed'>>[] = [
  { head: 'Expected', cell: ({ expected }) => said(expected) },
  { head: 'Observed', cell: ({ observed }) => said(observed) },
];

const findingColumns: readonly Column<Finding>[] = [
  { head: 'What', cell: what },
  { head: 'Severity', width: 'narrow', cell: ({ severity }) => severity },
  { head: 'Where', cell: where },
  ...sides,
];

const driftColumns: readonly Column<Drift>[] = [
  { head: 'What', cell: what },
  { head: 'Where', cell: where },
  ...sides,
  {
    head: 'Seen',
    cell: ({ first_seen, last_seen, count }) =>
      html`${count === 1 ? '1 run' : `${count} runs`}<small>first ${moment(first_seen)}</small><small>last ${moment(last_seen)}</small>`,
  },
];

const contradictionColumns: readonly Column<Contradiction>[] = [
  { head: 'What', cell: what },
  ...sides,
  { head: 'Since', cell: ({ since }) => moment(since) },
];

// The rule reference as Markdown: what each rule checks, what it does, and how to switch it.
import { ruleGuide } from '../contract/rule-guide.ts';
import { type Basis, type RuleId, ruleIds, rules, type Setting, type Severity } from '../contract/rules.ts';

interface Group {
  /** What its rules' ids begin with. */
  readonly prefix: string;
  readonly title: string;
  readonly text: string;
}

const groups: readonly Group[] = [
  {
    prefix: 'transport',
    title: 'Transport',
    text: "The status line and the headers. Without a 200 that is JSON no body is looked at. No clock is judged in an agent's first 10 seconds, until the fleet's is known; `picket probe`, `learn` and `verify` take their own machine's clock as right.",
  },
  {
    prefix: 'shape',
    title: 'Shape',
    text: 'The body against the fields and types of its resource. What a field means comes next.',
  },
  {
    prefix: 'meaning',
    title: 'Meaning',
    text: 'What the fields say, against what was asked, what is configured, and each other.',
  },
  {
    prefix: 'freshness',
    title: 'Freshness',
    text: "`updated_at` of the status document, against the fleet's clock (see Transport) and the round before.",
  },
  {
    prefix: 'contradiction',
    title: 'Contradiction',
    text: 'What the status document claims against what the same round shows. A contradiction is confirmed like a failure (`confirm`), and shown with both sides.',
  },
  {
    prefix: 'drift',
    title: 'Drift',
    text: 'What the document does not rule out, and what changed. It is kept with first seen, last seen and count, and is never an alert by itself.',
  },
];

const bases: Readonly<Record<Basis, string>> = {
  stated: 'stated by the API document',
  custom: 'customary, or only shown by example in the API document',
  ours: "Picket's own reading of the API document",
};

/** A walk over pages stands apart from the rounds: whatever it finds, no run fails. */
const failsNoRun: ReadonlySet<RuleId> = new Set(['meaning.pagination']);

/** The heading's anchor, as Markdown is rendered by GitHub and others: `docs/rules.md#shapejson`. */
export function anchorOf(rule: RuleId): string {
  return rule.replaceAll('.', '');
}

export function rulesPage(): string {
  const parts = [introduction, '## All rules', overview(), ...groups.map(groupText)];
  return `${parts.join('\n\n')}\n`;
}

const introduction = `# Rules

<!-- Written by \`npm run generate\` from src/contract/rules.ts and src/contract/rule-guide.ts: edit those. -->

Each answer of a deployment is held against the rules below. What breaks one is a **finding**: the rule, its severity,
the endpoint, the path in the answer, what was expected and what came. A run has at most 50 findings, the gravest
first.

| severity | does |
|---|---|
| \`error\` | fails the run, for the reason given with the rule; once confirmed, the check is down |
| \`warning\` | is shown and counted; by itself it pages nobody |
| \`info\` | is shown and counted; by itself it pages nobody |
| \`off\` | the finding is dropped |

A status check that is down for what it answers makes the deployment \`unknown\`; any other check that is down makes it
\`degraded_performance\`.

## Switching a rule

Each rule can be set in \`defaults\`, in a kind and in a deployment; rule by rule, the closest of them holds. Fixed rules
are always \`error\`, since nothing that follows could be relied on without them.

\`\`\`yaml
defaults:
  rules: { transport.cache_control: info }       # everywhere
kinds:
  file-storage:
    rules: { meaning.checksum_digest: warning }  # on all of a kind
deployments:
  - id: files-eu
    base_url: https://files.example.com
    kind: file-storage
    rules:
      transport.cache_control: error             # here only
      drift.unknown_field: off
\`\`\`

## Seeing findings

| where | what |
|---|---|
| \`picket probe ID\` | the findings of one round now, and the head of the body |
| \`picket verify\` | errors, warnings and what differs from \`expect\`, each a deviation; other information but drift, as notes |
| \`/deployments/ID\` | the page of a deployment |
| \`/api/v2/deployments/ID\`, \`/api/v2/deployments?expand=findings\` | the findings of the last runs, as JSON |
| \`picket_contract_findings{deployment,check,vantage,severity}\` | how many the last run had |
| \`picket_contract_findings_total{deployment,check,vantage,rule}\` | how many there were, by rule |
| \`picket_deployment_contradiction{deployment,rule}\` | 1 while a contradiction is confirmed |
| \`picket_deployment_drift{deployment,rule}\` | ways in which a deployment drifted, each for 30 days after it was seen last |`;

function overview(): string {
  const rows = ruleIds.map(
    (id) =>
      `| [${id}](#${anchorOf(id)}) | ${rules[id].severity}${rules[id].fixed ? ', fixed' : ''} | ${rules[id].checks} |`,
  );
  return ['| rule | default | holds when |', '|---|---|---|', ...rows].join('\n');
}

function groupText({ prefix, title, text }: Group): string {
  const members = ruleIds.filter((id) => id.startsWith(`${prefix}.`));
  return [`## ${title}`, text, ...members.map(ruleText)].join('\n\n');
}

function ruleText(id: RuleId): string {
  const { checks, basis, section } = rules[id];
  const { breaks, remedy } = ruleGuide[id];
  const source =
    section === null ? "Picket's own, beside the API document" : `${bases[basis]}, section "${section}"`;
  return `### ${id}

Holds when ${checks}.

- Broken by: ${breaks}.
- What to do: ${remedy}
- Severity: ${severityText(id)}
- Basis: ${source}.`;
}

function severityText(id: RuleId): string {
  const { severity, reason, fixed } = rules[id];
  const reasons = id === 'transport.status' ? '`http_status`, or `redirect`' : `\`${reason}\``;
  const fails = failsNoRun.has(id)
    ? 'no severity fails a run'
    : `${severity === 'error' ? '' : 'as `error` '}a run fails with reason ${reasons}`;
  if (fixed) return `\`error\`, fixed; ${fails}.`;
  return `\`${severity}\`; ${fails}. To switch it: \`rules: { ${id}: ${failsNoRun.has(id) ? 'off' : otherThan[severity]} }\`.`;
}

/** The change that is asked for most: less noise from what fails runs or is only information, more weight for the rest. */
const otherThan: Readonly<Record<Severity, Setting>> = {
  error: 'warning',
  warning: 'error',
  info: 'off',
};

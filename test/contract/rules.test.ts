// The rule table against the table in the public contract: every rule, its severity and its reason.
import { expect, test } from 'vitest';
import { ruleIds, rules } from '../../src/contract/rules.ts';

const table = [
  ['transport.status', 'error', 'http_status', true],
  ['transport.content_type', 'error', 'content_type', true],
  ['shape.json', 'error', 'json', true],
  ['shape.envelope', 'error', 'schema', false],
  ['shape.required', 'error', 'schema', false],
  ['shape.type', 'error', 'schema', false],
  ['shape.format', 'warning', 'contract', false],
  ['meaning.version', 'error', 'version', true],
  ['meaning.components_missing', 'error', 'components', false],
  ['meaning.components_empty', 'error', 'components', false],
  ['meaning.components_duplicate', 'warning', 'contract', false],
  ['meaning.limit', 'warning', 'contract', false],
  ['meaning.resolved_at', 'warning', 'contract', false],
  ['meaning.components_extra', 'info', 'contract', false],
  ['meaning.region_unlisted', 'info', 'contract', false],
  ['meaning.ids_duplicate', 'info', 'contract', false],
  ['meaning.resolved_before_created', 'info', 'contract', false],
  ['transport.cache_control', 'warning', 'contract', false],
  ['transport.age_on_no_store', 'warning', 'contract', false],
  ['transport.date_skew', 'warning', 'contract', false],
  ['freshness.updated_at_future', 'warning', 'contract', false],
  ['freshness.updated_at_backwards', 'info', 'contract', false],
  ['freshness.updated_at_old', 'warning', 'contract', false],
  ['contradiction.overall_vs_components', 'warning', 'contract', false],
  ['contradiction.status_vs_checks', 'warning', 'contract', false],
  ['contradiction.incidents_vs_status', 'warning', 'contract', false],
  ['shape.not_a_list', 'warning', 'contract', false],
  ['meaning.pagination', 'warning', 'contract', false],
  ['meaning.checksum_digest', 'info', 'contract', false],
  ['meaning.media_kind', 'info', 'contract', false],
  ['drift.unknown_field', 'info', 'contract', false],
  ['drift.unknown_word', 'info', 'contract', false],
  ['drift.region_changed', 'info', 'contract', false],
  ['drift.list_emptied', 'info', 'contract', false],
  ['drift.expected', 'info', 'contract', false],
] as const;

test.each(table)('%s is %s, for the reason %s; fixed: %s', (id, severity, reason, fixed) => {
  expect(rules[id]).toMatchObject({ severity, reason, fixed });
});

test('there are no others', () => {
  expect(ruleIds.toSorted()).toEqual(table.map(([id]) => id).toSorted());
});

test('only what is an error to begin with is fixed, and what is not an error is for the reason contract', () => {
  for (const { severity, reason, fixed } of Object.values(rules)) {
    expect(fixed && severity !== 'error').toBe(false);
    expect(severity === 'error').toBe(reason !== 'contract');
  }
});

/** Of the API document, as they stand there. */
const headings = [
  'What the service does',
  'Resources and their fields',
  'List envelope (all list endpoints)',
  'File',
  'Media object',
  'Service (deployed)',
  'Region',
  'Incident',
  'Status document (not a list; no object or data field)',
  'States and transitions',
  'Endpoints',
  'Query parameters',
  'Endpoint purposes',
  'Authentication',
  'Events',
  'Errors',
  'Limits',
  'Versioning',
];

test.each(ruleIds)('%s names a section that the API document has', (id) => {
  const { section } = rules[id];
  expect(section === null || headings.includes(section)).toBe(true);
});

test('what the document states rests on a section, and what it does not is information at most', () => {
  for (const { basis, section, severity } of Object.values(rules)) {
    expect(basis !== 'ours' && section === null).toBe(false);
    expect(basis === 'custom' && severity !== 'info').toBe(false);
  }
});

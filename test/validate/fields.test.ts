// Fields that the document does not show: drift, told once a path, and harmless whatever they are called.
import { expect, test } from 'vitest';
import { answer, fixture } from '../fixtures/observation.ts';
import { deploymentOf, runOf, said } from './round.ts';

const files = deploymentOf('file-storage');
const status = (body: string) => runOf(files, 'status', answer('status', body));

test('drift.unknown_field: indexes are left out, and __proto__ is a name like any other', () => {
  const result = status(fixture('status-more-fields'));
  expect(said(result)).toEqual([
    'info drift.unknown_field components[].uptime: number 99.9',
    'info drift.unknown_field components[]["__proto__"]: object',
    'info drift.unknown_field components[].constructor: null',
    'info drift.unknown_field ["__proto__"]: object',
    'info drift.unknown_field links: object',
  ]);
  expect(result.reason).toBeNull();
  expect(result.claims?.components[2]).toEqual({
    name: 'Storage',
    reported: { word: 'operational', state: 'operational' },
  });
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});

test('the cursor of the next page is not shown either', () => {
  const body = JSON.stringify({ ...JSON.parse(fixture('files')), next_cursor: 'abc' });
  expect(said(runOf(files, 'files', answer('files', body)))).toEqual([
    'info drift.unknown_field next_cursor: string "abc"',
  ]);
});

test('a field that expect lists for the endpoint is no drift', () => {
  const field = { types: ['number'], optional: true } as const;
  const fields = {
    status: { 'components[].uptime': field, links: field },
    files: { 'components[].constructor': field },
  };
  const expecting = {
    expect: { endpoints: null, components: null, fields, words: {} },
    rules: { 'drift.expected': 'off' },
  } as const;
  const reviewed = deploymentOf('file-storage', expecting);
  const body = answer('status', fixture('status-more-fields'));
  expect(runOf(reviewed, 'status', body).findings.map(({ path }) => path)).toEqual([
    'components[]["__proto__"]',
    'components[].constructor',
    '["__proto__"]',
  ]);
});

test('but for the field that the configuration names, where a cursor is taken', () => {
  const walked = deploymentOf('file-storage', {
    pagination: { cursorField: 'next_cursor', maxPages: 20, everyMs: 3_600_000 },
  });
  const more = (name: string) =>
    JSON.stringify({ ...JSON.parse(fixture(name)), next_cursor: 'abc', next: 1 });
  expect(said(runOf(walked, 'files', answer('files', more('files'))))).toEqual([
    'info drift.unknown_field next: number 1',
  ]);
  expect(said(runOf(walked, 'status', answer('status', more('status-v1-file-storage'))))).toEqual([
    'info drift.unknown_field next_cursor: string "abc"',
    'info drift.unknown_field next: number 1',
  ]);
});

test('resolved_at may be there or not', () => {
  const result = runOf(deploymentOf('monitoring'), 'incidents', answer('incidents', fixture('incidents')));
  expect(result.findings).toEqual([]);
});

test('a hundred thousand names are cut to the bound', () => {
  const names = Array.from({ length: 100_000 }, (_, index) => `"f${index}": 0`);
  const result = status(fixture('status-v1-file-storage').replace('{', `{${names.join(',')},`));
  expect(result.findings).toHaveLength(50);
  expect(result.reason).toBeNull();
});

test('what the document rules out is told however many others come first', () => {
  const names = Array.from({ length: 100 }, (_, index) => `"f${index}": 0`);
  const body = fixture('status-v1-file-storage').replace('{', `{${names.join(',')}, "object": "list",`);
  expect(said(status(body))[0]).toBe('warning shape.not_a_list object: string "list"');
});

test.each(['components', 'links'])('nesting under %s is not followed', (field) => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000);
  const { findings } = status(`{"${field}": ${deep}}`);
  expect(findings).toContainEqual(
    expect.objectContaining({ path: field === 'links' ? field : 'components[0]' }),
  );
});

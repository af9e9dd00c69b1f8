// Columns of a table: from a label or a query of their own, under their title, in their order.
import { expect, test } from 'vitest';
import { table } from '../../../src/generate/dashboards/table.ts';
import { noData, noneIsGood, stateCodes } from '../../../src/generate/dashboards/values.ts';

const words = { title: 'T', description: 'D', h: 8, sortBy: [{ column: 'Down', desc: true }] };
const label = { from: { label: 'deployment' }, title: 'Deployment' };
const down = { from: { expr: 'a' }, title: 'Down', thresholds: noneIsGood };

const organizeOf = (made: ReturnType<typeof table>) =>
  made.transformations.find(({ id }) => id === 'organize')?.options;

test('values of several queries are told apart by their refId', () => {
  const made = table({ ...words, columns: [label, down, { from: { expr: 'b' }, title: 'Slow' }] });
  expect(made.targets.map(({ refId, expr, format, instant }) => [refId, expr, format, instant])).toEqual([
    ['A', 'a', 'table', true],
    ['B', 'b', 'table', true],
  ]);
  expect(organizeOf(made)).toEqual({
    excludeByName: { Time: true },
    includeByName: {},
    indexByName: { deployment: 0, 'Value #A': 1, 'Value #B': 2 },
    renameByName: { deployment: 'Deployment', 'Value #A': 'Down', 'Value #B': 'Slow' },
  });
});

test('the value of one query alone is called Value', () => {
  expect(organizeOf(table({ ...words, columns: [label, down] }))).toMatchObject({
    renameByName: { Value: 'Down' },
  });
});

const formatOf = (column: Parameters<typeof table>[0]['columns'][number]) =>
  Object.fromEntries(
    table({ ...words, columns: [label, column] }).fieldConfig.overrides.flatMap(({ properties }) =>
      properties.map(({ id, value }) => [id, value]),
    ),
  );

test('a column without a format of its own has none', () => {
  expect(formatOf({ from: { expr: 'a' }, title: 'Down' })).toEqual({});
});

test('a number that has limits is written in their colours', () => {
  expect(formatOf(down)).toEqual({ thresholds: noneIsGood, 'custom.cellOptions': { type: 'color-text' } });
});

test('a word for a value fills its cell', () => {
  expect(formatOf({ ...label, mappings: [noData, stateCodes] })).toMatchObject({
    'custom.cellOptions': { type: 'color-background', mode: 'basic' },
  });
});

test('a number without limits is coloured only where it is not there', () => {
  expect(formatOf({ ...label, mappings: [noData] })).toMatchObject({
    thresholds: { steps: [{ color: 'text', value: null }] },
    'custom.cellOptions': { type: 'color-text' },
  });
});

test('labels that are to be hidden are left out', () => {
  expect(organizeOf(table({ ...words, columns: [label, down], hidden: ['severity'] }))).toMatchObject({
    excludeByName: { Time: true, severity: true },
  });
});

// Which rows are meant and in which order: the server's page and the browser's filter read this alike.
import { describe, expect, it } from 'vitest';
import {
  countInWords,
  inOrder,
  matching,
  type Question,
  queryOf,
  type Row,
  searchable,
} from '../../src/browser/match.js';

const anything: Question = { q: '', state: '', label: '', sort: 'worst' };

function aRow(over: Partial<Row> = {}): Row {
  return {
    text: searchable(['files-eu', 'Files EU', 'Storage reports major_outage', 'Virus Scanning', 'env:prod']),
    state: 'major_outage',
    severity: 5,
    labels: ['env:prod', 'team:core'],
    name: 'Files EU',
    index: 0,
    ...over,
  };
}

describe('a row', () => {
  it.each([
    ['nothing in particular', {}, true],
    ['a word of its name, in any case', { q: 'FILES' }, true],
    ['part of its id', { q: 'les-e' }, true],
    ['words in any order, of different parts', { q: '  prod virus   storage ' }, true],
    ['a word that is not there beside one that is', { q: 'files media' }, false],
    ['a word over the end of a part', { q: 'eufiles' }, false],
    ['markup as text', { q: '<img' }, false],
    ['what would be a pattern', { q: '.*' }, false],
    ['its state', { state: 'major_outage' }, true],
    ['another state', { state: 'operational' }, false],
    ['any state but operational', { state: 'unwell' }, true],
    ['one of its labels', { label: 'team:core' }, true],
    ['half a label', { label: 'team:' }, false],
    ['text and state and label, all of them its own', { q: 'eu', state: 'unwell', label: 'env:prod' }, true],
    ['text and state, but not the label', { q: 'eu', state: 'unwell', label: 'env:test' }, false],
  ] as const)('asked for by %s', (_, over, expected) => {
    expect(matching({ ...anything, ...over })(aRow())).toBe(expected);
  });

  it('that is operational is not unwell, any other is', () => {
    const isUnwell = matching({ ...anything, state: 'unwell' });
    expect(isUnwell(aRow({ state: 'operational', severity: 0 }))).toBe(false);
    expect(isUnwell(aRow({ state: 'under_maintenance', severity: 1 }))).toBe(true);
    expect(isUnwell(aRow({ state: 'unknown', severity: 2 }))).toBe(true);
  });

  it('is looked through for the first 16 words', () => {
    const words = Array.from({ length: 16 }, () => 'files').join(' ');
    expect(matching({ ...anything, q: `${words} absent` })(aRow())).toBe(true);
    expect(matching({ ...anything, q: `absent ${words}` })(aRow())).toBe(false);
  });
});

describe('the order', () => {
  const rows = [
    aRow({ name: 'node 10', severity: 0, index: 0 }),
    aRow({ name: 'Node 2', severity: 3, index: 1 }),
    aRow({ name: 'alpha', severity: 5, index: 2 }),
    aRow({ name: 'beta', severity: 3, index: 3 }),
  ];

  it.each([
    ['worst', ['alpha', 'Node 2', 'beta', 'node 10']],
    ['configured', ['node 10', 'Node 2', 'alpha', 'beta']],
    ['name', ['alpha', 'beta', 'Node 2', 'node 10']],
  ] as const)('%s', (sort, expected) => {
    expect(inOrder(rows, sort).map(({ name }) => name)).toEqual(expected);
    expect(inOrder(rows.toReversed(), sort).map(({ name }) => name)).toEqual(expected);
  });

  it('is that of the configuration where names are alike', () => {
    const alike = [0, 1, 2].map((index) => aRow({ name: 'node', index }));
    for (const given of [alike, alike.toReversed()]) {
      expect(inOrder(given, 'name').map(({ index }) => index)).toEqual([0, 1, 2]);
    }
  });

  it('is another list', () => {
    expect(inOrder(rows, 'worst')).not.toBe(rows);
    expect(rows.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
  });
});

describe('a question as a query', () => {
  it.each([
    ['nothing, where nothing is asked', {}, ''],
    ['what is asked alone', { state: 'unwell' }, 'state=unwell'],
    [
      'everything, encoded',
      { q: 'a&b=c #', state: 'unknown', label: 'env:prod', sort: 'name' },
      'q=a%26b%3Dc+%23&state=unknown&label=env%3Aprod&sort=name',
    ],
  ] as const)('says %s', (_, over, expected) => {
    expect(queryOf({ ...anything, ...over })).toBe(expected);
  });
});

it.each([
  [0, 0, '0 deployments'],
  [1, 1, '1 deployment'],
  [12, 12, '12 deployments'],
  [1, 12, '1 of 12 deployments'],
  [0, 1, '0 of 1 deployments'],
])('tells %d of %d shown as "%s"', (shown, all, expected) => {
  expect(countInWords(shown, all)).toBe(expected);
});

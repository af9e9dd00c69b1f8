// One page of a walk: what is found in it, which ids it has, and where it leads, whatever its cursor is.
import { describe, expect, test } from 'vitest';
import type { Observation } from '../../src/model/round.ts';
import { collectFindings } from '../../src/validate/finding.ts';
import { readPage } from '../../src/validate/page.ts';
import { aFile, aPage } from '../fixtures/list.ts';
import { answer, failure, fixture, nowMs } from '../fixtures/observation.ts';
import { checkOf, deploymentOf } from './round.ts';

const pagination = { cursorField: 'next_cursor', maxPages: 20, everyMs: 3_600_000 };
const files = deploymentOf('file-storage', { pagination });

function pageOf(observation: Observation, cursorField = 'next_cursor') {
  const check = checkOf('files');
  const findings = collectFindings(files, check);
  const page = readPage(files, check, cursorField, observation, { nowMs, fleetSkewMs: 0 }, findings);
  return {
    page,
    said: findings
      .all()
      .map(({ severity, rule, path, observed }) => `${severity} ${rule} ${path}: ${observed}`),
  };
}

const list = (cursor: unknown) => answer('files', aPage(['a', 'b'], cursor));

test('a page that leads on', () => {
  expect(pageOf(list('abc'))).toEqual({
    page: {
      items: 2,
      ids: [
        { id: 'fil_a', path: 'data[0].id' },
        { id: 'fil_b', path: 'data[1].id' },
      ],
      next: 'abc',
      failed: false,
    },
    said: [],
  });
});

test.each([undefined, null, ''])('%j as its cursor: nothing follows', (cursor) => {
  expect(pageOf(list(cursor))).toMatchObject({ page: { next: null, failed: false }, said: [] });
});

test.each([
  ['a number', 7, 'number 7'],
  ['a flag', false, 'boolean false'],
  ['an object', { a: 1 }, 'object'],
  ['a list', [], 'array'],
  ['1001 characters', 'x'.repeat(1_001), `string "${'x'.repeat(191)}…`],
  ['a megabyte', 'x'.repeat(1_048_576), `string "${'x'.repeat(191)}…`],
  ['half a character', '\ud800', 'string "\\u{d800}"'],
])('%s as its cursor is a finding, and nothing follows', (_what, cursor, observed) => {
  expect(pageOf(list(cursor))).toMatchObject({
    page: { items: 2, next: null, failed: true },
    said: [`warning meaning.pagination next_cursor: ${observed}`],
  });
});

test('1000 characters of any kind can be asked for', () => {
  expect(pageOf(list('é&='.repeat(333))).page).toMatchObject({ next: 'é&='.repeat(333), failed: false });
});

test.each(['__proto__', 'constructor', 'toString'])('%s is a field like any other', (field) => {
  expect(pageOf(list('abc'), field).page).toMatchObject({ next: null, failed: false });
});

describe('a page that could not be had says why', () => {
  test.each([
    ['a failure', failure('timeout'), ['warning meaning.pagination : timeout CODE']],
    [
      'another status',
      answer('files', 'sorry', {}, { status: 500 }),
      ['error transport.status : 500', 'warning meaning.pagination : status 500'],
    ],
    [
      'no JSON',
      answer('files', '{'),
      ['error shape.json : {', 'warning meaning.pagination : an answer that is no list'],
    ],
    [
      'a status document',
      answer('files', fixture('status-v1-file-storage')),
      expect.arrayContaining(['warning meaning.pagination : an answer that is no list']),
    ],
  ])('%s', (_what, observation, said) => {
    expect(pageOf(observation)).toEqual({ page: null, said });
  });
});

test('a page of another resource is told by its fields', () => {
  const { page, said } = pageOf(answer('files', fixture('regions')));
  expect(page?.ids).toEqual([]);
  expect(said).toContain('error shape.required data[0].id: missing');
});

test('ids too long to remember, and what is no id, are not compared', () => {
  const data = [{ id: `fil_${'x'.repeat(197)}` }, { id: 7 }, null, aFile('c')];
  const { page } = pageOf(answer('files', JSON.stringify({ object: 'list', data })));
  expect(page).toMatchObject({ items: 4, ids: [{ id: 'fil_c', path: 'data[3].id' }] });
});

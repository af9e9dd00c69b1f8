// What counts as a deviation, and how it reads.
import { describe, expect, test } from 'vitest';
import { deviationsOf, endpointDeviations, notesOn } from '../../src/cli/deviations.ts';
import { aBrokenRun, aFinding, anErrorRun, aRun } from '../fixtures/model.ts';

test('errors, warnings and whatever is not as expected; other information is a note, but no drift', () => {
  const drift = { rule: 'drift.expected', severity: 'info', check: 'files' } as const;
  const files = aRun('files', 0, {
    findings: [
      aFinding({
        rule: 'shape.type',
        check: 'files',
        path: 'data[0].bytes',
        expected: 'integer',
        observed: 'string "12"',
      }),
      aFinding({ rule: 'transport.status', check: 'files', path: '', expected: '200', observed: '500' }),
      aFinding({
        severity: 'warning',
        rule: 'shape.format',
        check: 'files',
        path: 'data[0].id',
        expected: 'an id',
        observed: 'x',
      }),
      aFinding({
        severity: 'info',
        rule: 'meaning.ids_duplicate',
        check: 'files',
        path: 'data[3].id',
        expected: 'each id once',
        observed: 'fil_1',
      }),
      aFinding({ severity: 'info', rule: 'drift.unknown_field', check: 'files', path: 'data[].owner' }),
      aFinding({ ...drift, path: 'data[].bytes', expected: 'integer', observed: 'string' }),
      aFinding({ ...drift, path: 'data[].id', expected: 'string', observed: 'nothing' }),
      aFinding({ ...drift, path: 'data[].owner', expected: 'nothing', observed: 'string' }),
    ],
  });
  expect(deviationsOf([aRun('status', 0), files])).toEqual([
    ['! error shape.type files data[0].bytes: expected integer, observed string "12"'],
    ['! error transport.status files: expected 200, observed 500'],
    ['! warning shape.format files data[0].id: expected an id, observed x'],
    ['- files data[].bytes: integer  (expected)', '+ files data[].bytes: string  (observed)'],
    ['- files data[].id: string  (expected)'],
    ['+ files data[].owner: string  (observed)'],
  ]);
  expect(notesOn([aRun('status', 0), files])).toEqual([
    'i info meaning.ids_duplicate files data[3].id: expected each id once, observed fil_1',
  ]);
});

test('a run without a complete answer says why', () => {
  expect(deviationsOf([aBrokenRun('files', 0, 'connect', 'ECONNREFUSED')])).toEqual([
    ['! files failed: connect (ECONNREFUSED in connect)'],
  ]);
});

describe('endpoints', () => {
  const status = aRun('status', 0);

  test('as expected', () => {
    expect(endpointDeviations(['status'], [status], [anErrorRun('files', 0, 404)])).toEqual([]);
  });

  test.each([
    ['configured and gone', [status, anErrorRun('files', 0, 404)], []],
    ['not configured, and gone', [status], [anErrorRun('files', 0, 404)]],
    ['not configured, and without an answer', [status], [aBrokenRun('files', 0)]],
    ['not configured, and another document', [status], [aRun('files', 0, { claims: null })]],
  ])('expected, %s', (_what, checks, others) => {
    expect(endpointDeviations(['status', 'files'], checks, others)).toEqual([
      ['- endpoints: files  (expected)'],
    ]);
  });

  test('that one is configured and gives no answer is told by its failure alone', () => {
    expect(endpointDeviations(['status', 'files'], [status, aBrokenRun('files', 0)], [])).toEqual([]);
  });

  test.each([
    ['configured', [status, aRun('media', 0)], []],
    ['not configured', [status], [aRun('media', 0)]],
  ])('not expected and served, %s', (_what, checks, others) => {
    expect(endpointDeviations(['status'], checks, others)).toEqual([['+ endpoints: media  (observed)']]);
  });
});

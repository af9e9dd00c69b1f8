// Reading a body as a value: what is not JSON in UTF-8 says so, and nothing that is can hurt.
import { describe, expect, test } from 'vitest';
import { instantIn, isFields, listIn, textIn } from '../../src/validate/document.ts';
import { answer, fixture } from '../fixtures/observation.ts';
import { deploymentOf, runOf, said } from './round.ts';

const files = deploymentOf('file-storage');
const run = (body: string, over = {}) => runOf(files, 'status', answer('status', body, {}, over));
const healthy = fixture('status-v1-file-storage');

describe('shape.json', () => {
  test.each([
    ['an empty body', '', 'an empty body'],
    ['HTML', '<!DOCTYPE html>', '<!DOCTYPE html>'],
    ['NaN', '{"status": NaN}', '{"status": NaN}'],
    ['a trailing comma', '{"a": 1,}', '{"a": 1,}'],
    ['blanks alone', ' \n', ' \\u{a}'],
    ['two documents', '{} {}', '{} {}'],
  ])('%s is not JSON, and ends shape', (_, body, observed) => {
    const result = run(body);
    expect(said(result)).toEqual([`error shape.json : ${observed}`]);
    expect(result).toMatchObject({ reason: 'json', claims: null });
  });

  test('truncated JSON is cut in the finding, and the message says where it ended', () => {
    const [finding] = run(healthy.slice(0, -20)).findings;
    expect(finding).toMatchObject({ rule: 'shape.json', message: expect.stringContaining('JSON') });
    expect(finding?.observed).toHaveLength(200);
  });

  test('a byte order mark is none of JSON', () => {
    const [finding] = run(`\ufeff${healthy}`).findings;
    expect(finding).toMatchObject({ rule: 'shape.json', message: 'the body begins with a byte order mark' });
    expect(finding?.observed).toMatch(/^\\u\{feff\}\{\\u\{a\}/);
  });

  test('invalid UTF-8 is not read, though it parses', () => {
    const result = run(healthy, { bodyIsUtf8: false });
    expect(result).toMatchObject({ reason: 'json', claims: null });
    expect(result.findings).toMatchObject([{ rule: 'shape.json', message: 'the body is not UTF-8' }]);
  });

  test('an answer without a body is empty', () => {
    expect(said(run('', { body: null }))).toEqual(['error shape.json : an empty body']);
  });

  test('a hundred thousand brackets are either not JSON or no document', () => {
    const open = '['.repeat(100_000);
    expect(run(open).reason).toBe('json');
    expect(run(open + ']'.repeat(100_000)).reason).toBe('schema');
  });
});

describe('looking into a value', () => {
  test.each([
    [{}, true],
    [{ a: 1 }, true],
    [[], false],
    [null, false],
    ['text', false],
    [undefined, false],
  ])('%j has fields: %s', (value, is) => expect(isFields(value)).toBe(is));

  test('a field of another type is as good as none', () => {
    const value = { list: [1], text: 'x', none: null };
    expect([listIn(value, 'list'), listIn(value, 'text'), listIn(null, 'list')]).toEqual([[1], null, null]);
    expect([textIn(value, 'text'), textIn(value, 'none'), textIn([], 'text')]).toEqual(['x', null, null]);
  });

  test.each([
    ['2026-11-20T10:00:00Z', 1_795_168_800_000],
    ['2026-11-20T10:00:00.000Z', null],
    ['2026-11-20T10:00:00+00:00', null],
    ['2026-02-30T10:00:00Z', null],
    ['2026-11-20', null],
    [1_795_168_800, null],
  ])('%s is the instant %s', (at, instantMs) => expect(instantIn({ at }, 'at')).toBe(instantMs));
});

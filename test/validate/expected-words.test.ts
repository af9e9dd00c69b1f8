// Words against those that are expected: of each other word its first place.
import { describe, expect, test } from 'vitest';
import { secret } from '../../src/model/secret.ts';
import { compareWords, rememberedText, valuesAt } from '../../src/validate/expected-words.ts';
import { collectFindings } from '../../src/validate/finding.ts';
import { aCheck, aDeployment, type DeploymentOver } from '../fixtures/model.ts';

function drift(
  words: Readonly<Record<string, readonly string[]>>,
  document: unknown,
  listed: readonly string[] = [],
  over: DeploymentOver = {},
) {
  const fields = Object.fromEntries(
    listed.map((path) => [path, { types: ['string'], optional: true }] as const),
  );
  const findings = collectFindings(aDeployment(over), aCheck('status'));
  compareWords('files', words, fields, document, findings);
  return findings.all().map(({ path, expected, observed }) => `${path}: ${expected} > ${observed}`);
}

const document = {
  status: 'operational',
  components: ['up', 'down', 'up', 'down', 'odd'].map((status) => ({ status })),
};
const path = 'components[].status';

test('listed words are as expected', () => {
  expect(drift({ status: ['operational'], [path]: ['up', 'down', 'odd', 'never'] }, document)).toEqual([]);
});

test('each other word is told at its first place', () => {
  expect(drift({ [path]: ['up'] }, document)).toEqual([
    'components[1].status: "up" > "down"',
    'components[4].status: "up" > "odd"',
  ]);
});

test('words are compared as they are, and cut where an expectation would be', () => {
  expect(drift({ status: ['Operational'] }, document)).toEqual(['status: "Operational" > "operational"']);
  const long = 'w'.repeat(10_000);
  expect(drift({ status: [rememberedText(long)] }, { status: long })).toEqual([]);
});

describe('no word at all', () => {
  test.each([
    ['nowhere', { nowhere: ['x'] }, ['nowhere: "x" > nothing']],
    ['below a text', { 'status.x': ['x'] }, ['status.x: "x" > nothing']],
    ['no text', { components: ['x', 'y'] }, ['components: "x" | "y" > array']],
  ])('%s', (_what, words, found) => {
    expect(drift(words, document)).toEqual(found);
  });

  test('an empty list has none to say', () => {
    expect(drift({ [path]: ['up'] }, { components: [] })).toEqual([]);
  });

  test('whether a field has to be there is for the fields to say', () => {
    expect(drift({ note: ['x'] }, { note: null }, ['note'])).toEqual([]);
    expect(drift({ note: ['x'] }, {}, ['note'])).toEqual([]);
  });
});

test('the word of a checksum is its algorithm', () => {
  const data = ['sha256:00', 'md5:00', 'no form'].map((checksum) => ({ checksum }));
  expect(drift({ 'data[].checksum': ['sha256'] }, { data })).toEqual(['data[1].checksum: "sha256" > "md5"']);
});

test.each(['constructor', 'toString', '["__proto__"]'])('%s of every object is no field', (name) => {
  expect(drift({ [name]: ['x'] }, {})).toEqual([`${name}: "x" > nothing`]);
});

test('a secret is taken out before a word is cut', () => {
  const said = { status: `${'w'.repeat(110)}hunter2-token` };
  expect(drift({ status: ['up'] }, said, [], { secrets: [secret('hunter2-token')] })).toEqual([
    `status: "up" > "${'w'.repeat(110)}[redacted]"`,
  ]);
});

test('lists within lists end at their bound', () => {
  const rows = Array.from({ length: 1_000 }, () => Array(1_000).fill({ status: 'odd' }));
  expect(valuesAt('rows[][]', { rows }).found).toHaveLength(10_000);
  expect(drift({ 'rows[][].status': ['up'] }, { rows })).toEqual(['rows[0][0].status: "up" > "odd"']);
});

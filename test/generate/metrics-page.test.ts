// The metric reference: every family of ours once, with what a query needs, and no word of one that is not there.
import { describe, expect, test } from 'vitest';
import { absences } from '../../src/generate/metric-guide.ts';
import { metricsPage } from '../../src/generate/metrics-page.ts';
import { catalogue } from '../../src/publish/catalogue.ts';

const page = metricsPage();
const own = catalogue().filter(({ name }) => name.startsWith('picket_'));

/** Cells of the rows whose first one is that name. */
const rowsOf = (name: string) =>
  [...page.matchAll(/^\| (.+) \|$/gm)]
    .map(([, cells = '']) => cells.split(' | '))
    .filter(([first]) => first === `\`${name}\``);

test.each(own)('$name has one row', ({ name, type, labels, help }) => {
  const rows = rowsOf(name).filter((cells) => cells.length === 6);
  expect(rows).toEqual([
    [`\`${name}\``, type, labels.join(', '), expect.any(String), help, expect.stringMatching(/./)],
  ]);
});

test('when a family is absent is told of each, and of no other', () => {
  expect(Object.keys(absences).toSorted()).toEqual(own.map(({ name }) => name).toSorted());
});

test.each([...new Set(own.flatMap(({ labels }) => labels))])('the label %s is explained', (label) => {
  expect(rowsOf(label)).toEqual([[`\`${label}\``, expect.stringMatching(/./)]]);
});

test.each(own.filter(({ type }) => type === 'histogram'))('$name has its bounds told', ({ name }) => {
  expect(rowsOf(name).filter((cells) => cells.length === 2)).toEqual([
    [`\`${name}\``, expect.stringMatching(/^[\d., ]+, \+Inf$/)],
  ]);
});

describe('the unit is what the name tells', () => {
  test.each([
    ['picket_check_last_run_timestamp_seconds', 'Unix time, seconds'],
    ['picket_check_phase_seconds', 'seconds'],
    ['picket_check_response_bytes', 'bytes'],
    ['picket_deployment_availability_objective_ratio', '0 to 1'],
    ['picket_check_runs_total', ''],
  ])('%s: %s', (name, unit) => {
    expect(rowsOf(name)[0]?.[3]).toBe(unit);
  });
});

test('no help breaks the table', () => {
  expect(own.filter(({ help }) => /[|\n]/.test(help))).toEqual([]);
});

test('what may change in which release is told before anything else', () => {
  expect(page.indexOf('## What is promised')).toBeLessThan(page.indexOf('## Labels'));
  expect(page).toMatch(/^\| .*bucket bounds.* \| a major release/m);
  expect(page).toMatch(/^\| `process_\*` and `nodejs_\*`.* \| any release \|$/m);
});

// What codes are called and how they look: from the same table as the metrics, and green only where all is well.
import { expect, test } from 'vitest';
import * as values from '../../../src/generate/dashboards/values.ts';
import { stateCode, states } from '../../../src/model/states.ts';

test('every state has its code, its name and a colour of its own', () => {
  const { options } = values.stateCodes;
  expect(Object.keys(options)).toEqual(states.map((_, code) => String(code)));
  for (const state of states)
    expect(options).toHaveProperty(String(stateCode(state)), expect.objectContaining({ text: state }));
  expect(new Set(Object.values(values.stateColours)).size).toBe(states.length);
});

test('of the states operational alone is green', () => {
  expect(states.filter((state) => values.stateColours[state] === 'green')).toEqual(['operational']);
});

test.each([values.noData, values.noneSeen('none')])(
  'what is absent is not green, whatever it is called',
  (mapping) => {
    expect(mapping).toMatchObject({ type: 'special', options: { match: 'null+nan' } });
    expect(JSON.stringify(mapping)).not.toContain('green');
  },
);

test('steps rise from a base of no value', () => {
  for (const { steps } of [values.expiry, values.burnRate, values.budgetLeft, values.noneIsGood]) {
    const [base, ...above] = steps.map(({ value }) => value);
    expect(base).toBeNull();
    expect(above).toEqual(above.toSorted((a, b) => (a ?? 0) - (b ?? 0)));
  }
});

test('certificates turn orange at 14 days and red at 3, error budgets at 6 and at 14.4 times', () => {
  expect(values.expiry.steps).toEqual([
    { color: 'red', value: null },
    { color: 'orange', value: 3 * 86_400 },
    { color: 'green', value: 14 * 86_400 },
  ]);
  expect(values.burnRate.steps.map(({ value }) => value)).toEqual([null, 6, 14.4]);
});

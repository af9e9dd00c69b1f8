// How values look: what codes are called, and in which colours. Nothing that is absent is green.

import { soonDays, verySoonDays } from '../../model/expiry.ts';
import { type State, states } from '../../model/states.ts';
import { workbookRates } from '../rules/burn-rates.ts';
import type { FieldConfig, Mapping, Thresholds } from './format.ts';

/** Grafana's own colour names. */
export const stateColours: Readonly<Record<State, string>> = {
  operational: 'green',
  under_maintenance: 'blue',
  unknown: 'purple',
  degraded_performance: 'yellow',
  partial_outage: 'orange',
  major_outage: 'red',
};

type Colour = FieldConfig['defaults']['color'];
export const byThreshold: Colour = { mode: 'thresholds' };
export const byPalette: Colour = { mode: 'palette-classic' };

const grey = '#808080';

/** For what must be there: without it nobody can say that all is well. */
export const noData: Mapping = absent('NO DATA', 'red');

/** For what is rightly missing in some places, such as a certificate over plain HTTP. */
export const noneSeen = (text: string): Mapping => absent(text, grey);

function absent(text: string, color: string): Mapping {
  return { type: 'special', options: { match: 'null+nan', result: { text, color, index: 0 } } };
}

/** What numbers are called; the order is that of a legend. */
export function codes(entries: readonly (readonly [code: number, text: string, color: string])[]): Mapping {
  const results = entries.map(([code, text, color], index) => [code, { text, color, index: index + 1 }]);
  return { type: 'value', options: Object.fromEntries(results) };
}

export const stateCodes = codes(states.map((state, code) => [code, state, stateColours[state]]));
export const upOrDown = codes([
  [0, 'DOWN', 'red'],
  [1, 'UP', 'green'],
]);
export const okOrFailed = codes([
  [0, 'FAILED', 'red'],
  [1, 'OK', 'green'],
]);
export const noneOrOpen = codes([
  [0, 'none', 'green'],
  [1, 'OPEN', 'red'],
]);

/** A base colour, and others from given values on. */
export function steps(
  base: string,
  ...above: readonly (readonly [value: number, color: string])[]
): Thresholds {
  const rest = above.map(([value, color]) => ({ value, color }));
  return { mode: 'absolute', steps: [{ value: null, color: base }, ...rest] };
}

/** The higher, the graver: a table sorts by them. */
export const severityRanks = codes([
  [3, 'critical', 'red'],
  [2, 'warning', 'orange'],
  [1, 'info', 'blue'],
  [0, 'none', grey],
]);

export const neutral = steps('blue');
/** Of cells that are coloured only by what they are called. */
export const plain = steps('text');
/** Of things whose right number is 0. */
export const noneIsGood = steps('green', [1, 'red']);

const daySeconds = 86_400;
/** As the alerts on certificates: critical and warning. */
export const expiry = steps('red', [verySoonDays * daySeconds, 'orange'], [soonDays * daySeconds, 'green']);

export const expiryWords = `Red from ${verySoonDays} days on, orange from ${soonDays}, as the alerts`;

/** The rates at which the alerts on the error budget page, the fastest first. */
export const pagingRates = workbookRates.filter(({ severity }) => severity === 'critical');

export const burnRate = steps(
  'green',
  ...pagingRates.map(({ factor }, index) => [factor, index === 0 ? 'red' : 'orange'] as const).toReversed(),
);
export const budgetLeft = steps('red', [0.000_001, 'orange'], [0.25, 'green']);

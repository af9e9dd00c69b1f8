// The browser's states are those of the model: it may not import them.
import { expect, it } from 'vitest';
import { states as browserStates, severityOf } from '../../src/browser/states.js';
import { stateCode, states } from '../../src/model/states.ts';

it('are the same, in the same order', () => {
  expect(browserStates).toEqual(states);
  expect(states.map(severityOf)).toEqual(states.map(stateCode));
});

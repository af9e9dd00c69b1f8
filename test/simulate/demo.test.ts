import { expect, it } from 'vitest';
import { demoScenario } from '../../src/simulate/demo.ts';
import { kindNames } from '../../src/simulate/deployments.ts';
import type { Fault } from '../../src/simulate/faults.ts';
import { faultsAt } from '../../src/simulate/scenario.ts';

const out: Fault = { type: 'component_word', component: 'Storage', word: 'major_outage' };

it.each([
  [0, []],
  [7_000, [out]],
  [17_999, [out]],
  [18_000, []],
  [59_999, []],
  [67_000, [out]],
])('after %i ms the file storage has %j', (elapsedMs, faults) => {
  expect(faultsAt(demoScenario, 'file-storage', elapsedMs)).toEqual(faults);
});

it.each(kindNames.filter((kind) => kind !== 'file-storage'))('%s stays well', (kind) => {
  for (let elapsedMs = 0; elapsedMs < 60_000; elapsedMs += 1_000) {
    expect(faultsAt(demoScenario, kind, elapsedMs)).toEqual([]);
  }
});

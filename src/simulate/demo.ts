// What the demo plays: one component goes out for 11 seconds of every minute.
import type { Scenario } from './scenario.ts';

// At an interval of 5 s and `confirm` 2/2, two runs surely fall within the outage, and two within 10 s after
// it: the incident opens by 17 s and is resolved by 28 s.
const outFromMs = 7_000;
const backAtMs = 18_000;

export const demoScenario: Scenario = {
  repeatMs: 60_000,
  steps: [
    {
      atMs: outFromMs,
      deployment: 'file-storage',
      fault: { type: 'component_word', component: 'Storage', word: 'major_outage' },
    },
    { atMs: backAtMs, deployment: 'file-storage', fault: null },
  ],
};

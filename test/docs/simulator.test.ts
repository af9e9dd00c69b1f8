// The page of the simulator: its faults are those there are, with every key, and its examples are taken.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { kindNames } from '../../src/simulate/deployments.ts';
import { anyFault, faultTypes, parseFaults } from '../../src/simulate/faults.ts';
import { parseScenario } from '../../src/simulate/scenario.ts';

const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'simulator.md'), 'utf8');
const told: readonly { readonly type: string }[] = [...page.matchAll(/^\| `(\{.+?\})` \| .+ \|$/gm)].map(
  ([, json = '']) => JSON.parse(json),
);
const keysOf = new Map(
  anyFault.options.map(({ shape }) => [shape.type.value as string, Object.keys(shape).toSorted()]),
);

test('every fault is told, once, in the order of the table', () => {
  expect(told.map(({ type }) => type)).toEqual(faultTypes);
});

test.each(told)('$type is a fault of some deployment, told with every key', (fault) => {
  expect(kindNames.map((kind) => parseFaults(kind, [fault]))).toContainEqual({ faults: [fault] });
  expect([...Object.keys(fault), 'endpoint'].toSorted()).toEqual(keysOf.get(fault.type));
});

test('the faults that are put by hand are taken', () => {
  const puts = [...page.matchAll(/-d '(.+)'$/gm)].map(([, json = '']) => JSON.parse(json));
  expect(puts).toHaveLength(2);
  for (const faults of puts) expect(parseFaults('file-storage', faults)).toEqual({ faults });
});

test('the timeline is a scenario', () => {
  const [, text = ''] = /^```yaml\n(.+?)^```$/ms.exec(page) ?? [];
  expect(parseScenario(text, 'simulator.md')).toMatchObject({ repeatMs: 120_000, steps: { length: 3 } });
});

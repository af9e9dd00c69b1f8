// What is played and what the agents are told is what Picket itself accepts.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseConfig } from '../../../src/config/load.ts';
import { faultsAt, parseScenario } from '../../../src/simulate/scenario.ts';
import { configOf, fleet, scenarioOf, vantages } from '../src/fleet.ts';

const scenario = parseScenario(JSON.stringify(scenarioOf('eu', 1000)), 'eu.yaml');
const faultsOf = (seconds: number) => faultsAt(scenario, 'compute', seconds * 1000).map(({ type }) => type);

test('a fault holds for its share of the time, beside others', () => {
  assert.deepEqual(faultsOf(100), []);
  assert.deepEqual(faultsOf(300), ['component_word']);
  assert.deepEqual(faultsOf(910), ['http_status', 'hang']);
  assert.deepEqual(faultsOf(950), ['http_status']);
});

test('both places have a scenario that the simulator takes', () => {
  assert.doesNotThrow(() => parseScenario(JSON.stringify(scenarioOf('us', 60)), 'us.yaml'));
});

test('every agent takes its configuration, and watches the whole fleet', () => {
  const certificate = join(import.meta.dirname, '../../../test/fixtures/tls/ca.pem');
  for (const vantage of vantages) {
    const front = { url: 'https://localhost:1', certificate };
    const config = parseConfig(JSON.stringify(configOf(vantage, ':memory:', () => front)), 'picket.yaml', {});
    assert.equal(config.deployments.length, fleet.length);
  }
});

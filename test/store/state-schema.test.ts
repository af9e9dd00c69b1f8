// What is read back is exactly what was written, and nothing a reader could fail on.
import { expect, it } from 'vitest';
import { deploymentStateSchema } from '../../src/store/state-schema.ts';
import { fullState, state } from './examples.ts';

it.each([
  ['a fresh state', state('a')],
  ['a full one', fullState('a')],
])('reads %s back as it was', (_, written) => {
  expect(deploymentStateSchema.parse(JSON.parse(JSON.stringify(written)))).toEqual(written);
});

it('drops keys it does not know, and takes none from a prototype', () => {
  const json = JSON.stringify(state('a')).replace('{', '{"more":1,"__proto__":{"polluted":1},');
  expect(deploymentStateSchema.parse(JSON.parse(json))).toEqual(state('a'));
  expect({}).not.toHaveProperty('polluted');
});

const spoil = (path: string, value: unknown): unknown => {
  const copy = JSON.parse(JSON.stringify(fullState('a')));
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const parent = keys.reduce((at, key) => at[key], copy);
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return copy;
};

it.each([
  ['status', 'green'],
  ['sinceMs', null],
  ['sinceMs', '1'],
  ['checks', []],
  ['checks', undefined],
  ['checks.status.up', undefined],
  ['checks.status.up.recent', [6]],
  ['checks.status.up.recent', [0.5]],
  ['checks.status.up.recent', Array(1_001).fill(0)],
  ['checks.status.up.confirmed', -1],
  ['checks.status.last.reason', 'moon'],
  ['checks.status.last.phases', { warp: 1 }],
  ['checks.status.last.failure.kind', 'json'],
  ['checks.status.last.findings.0.severity', 'fatal'],
  ['checks.unheard', {}],
  ['components.0.state', 'down'],
  ['components.0.streak', null],
  ['regions.0.reported', null],
  ['checks.status.slow', {}],
  ['incident.updates', null],
  ['incident.impact', 'huge'],
  ['incidentsOpened.major', undefined],
  ['certificate.notAfterMs', 'soon'],
])('refuses %s of %j', (path, value) => {
  expect(deploymentStateSchema.safeParse(spoil(path, value)).success).toBe(false);
});

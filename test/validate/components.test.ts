// The reported components against the expected ones.
import { describe, expect, test } from 'vitest';
import { answer, fixture } from '../fixtures/observation.ts';
import { deploymentOf, runOf, said } from './round.ts';

const run = (name: string, over: Parameters<typeof deploymentOf>[1] = {}) =>
  runOf(deploymentOf('file-storage', over), 'status', answer('status', fixture(name)));

test('the documented components of each kind are what its deployments are expected to have', () => {
  expect(said(run('status-v1-file-storage'))).toEqual([]);
  const media = runOf(deploymentOf('media'), 'status', answer('status', fixture('status-v1-media')));
  expect(said(media)).toEqual([]);
});

test('missing, duplicate and extra are told apart', () => {
  const result = run('status-other-components');
  expect(said(result)).toEqual([
    'error meaning.components_missing components: API, Storage, Billing, Virus Scanning',
    'warning meaning.components_duplicate components[3].name: Storage',
    'warning contradiction.overall_vs_components status: operational; Storage: major_outage',
    'info meaning.components_extra components[2].name: Billing',
  ]);
  expect(result.findings[0]?.expected).toBe('Upload Service');
  expect(result.reason).toBe('components');
});

test('an expected component is found wherever it stands in a list of any length', () => {
  const others = Array.from({ length: 5_000 }, (_, index) => ({ name: `c${index}`, status: 'operational' }));
  const body = JSON.parse(fixture('status-v1-file-storage'));
  const observation = answer(
    'status',
    JSON.stringify({ ...body, components: [...others, ...body.components] }),
  );
  expect(runOf(deploymentOf('file-storage'), 'status', observation).reason).toBeNull();
  const bare = answer('status', JSON.stringify({ ...body, components: others }));
  expect(runOf(deploymentOf('file-storage'), 'status', bare).reason).toBe('components');
});

test('no components at all', () => {
  const result = run('status-no-components');
  expect(said(result)).toEqual([
    'error meaning.components_empty components: an empty list',
    ...Array(4).fill('error meaning.components_missing components: no component'),
  ]);
  expect(result.reason).toBe('components');
});

describe('meaning.components_extra', () => {
  test('is what the configuration says it is', () => {
    const rules = { 'meaning.components_extra': 'warning' } as const;
    const { findings } = run('status-other-components', { rules });
    expect(findings).toContainEqual(
      expect.objectContaining({ severity: 'warning', rule: 'meaning.components_extra', observed: 'Billing' }),
    );
  });

  test.each([
    [false, 0],
    [true, 4],
  ])('where nothing is expected, and exactly so: %s', (exact, findings) => {
    const result = run('status-v1-file-storage', { components: { expected: [], exact } });
    expect(result.findings).toHaveLength(findings);
  });
});

test('a name is compared as it is, not without case', () => {
  const components = { expected: ['api'], exact: false };
  expect(run('status-v1-file-storage', { components }).reason).toBe('components');
});

test('components that could not be read are the shape rules’ to tell', () => {
  const result = runOf(deploymentOf('file-storage'), 'status', answer('status', '{"components": null}'));
  expect(said(result).filter((line) => line.includes('meaning.components'))).toEqual([]);
});

// What the answers of one round say about each other.
import { expect, test } from 'vitest';
import type { Observation } from '../../src/model/round.ts';
import { answer, failure, fixture } from '../fixtures/observation.ts';
import { deploymentOf, roundOf, said } from './round.ts';

const monitoring = deploymentOf('monitoring');
const from = (region: string) =>
  answer('status', fixture('status-v2-monitoring').replace('Frankfurt', region));
const regions = (body: string, headers = {}) => answer('regions', body, headers);

const unlisted = (status: Observation, listed?: Observation) => {
  const { checks } = roundOf(monitoring, listed === undefined ? { status } : { status, regions: listed });
  return checks.flatMap(said).filter((line) => line.includes('region_unlisted'));
};

test('meaning.region_unlisted: the answering region is one of the names of the same round', () => {
  expect(unlisted(from('São Paulo'), regions(fixture('regions')))).toEqual([]);
  expect(unlisted(from('Atlantis'), regions(fixture('regions')))).toEqual([
    'info meaning.region_unlisted region: Atlantis; listed: Frankfurt, Singapore, São Paulo',
  ]);
  expect(unlisted(from('fra1'), regions(fixture('regions')))).toHaveLength(1);
  expect(unlisted(from('Frankfurt'), regions('{"object": "list", "data": []}'))).toHaveLength(1);
});

test('it is a finding of the status check', () => {
  const { checks } = roundOf(monitoring, { status: from('Atlantis'), regions: regions(fixture('regions')) });
  expect(checks.map(({ endpoint, findings }) => [endpoint, findings.map(({ check }) => check)])).toEqual([
    ['status', ['status']],
    ['regions', []],
  ]);
});

test.each([
  ['no regions in this round', undefined],
  ['regions that could not be had', failure('timeout')],
  ['regions that were refused', { ...regions(fixture('regions')), status: 503 }],
  ['regions of another media type', regions(fixture('regions'), { 'content-type': 'text/plain' })],
  ['regions without a list', regions('{"object": "list", "data": {}}')],
])('nothing is said about %s', (_, listed) => {
  expect(unlisted(from('Atlantis'), listed)).toEqual([]);
});

test('nothing is said about a status that could not be had', () => {
  expect(unlisted(failure('reset'), regions(fixture('regions')))).toEqual([]);
});

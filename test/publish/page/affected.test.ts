// What an incident was about, taken from the words of its updates, which are those of the judge.
import { describe, expect, it } from 'vitest';
import { failingWording, plainWording, textOf, unreachableWording } from '../../../src/judge/wording.ts';
import type { State } from '../../../src/model/states.ts';
import { affectedOf, affectedTold } from '../../../src/publish/page/affected.ts';
import { aCheckState, aRun } from '../../fixtures/snapshot.ts';

const update = (text: string, status: State = 'major_outage') => ({
  created_at: '2026-11-21T10:00:00Z',
  status,
  text,
});
const namesOf = (...texts: string[]) => affectedOf(texts.map((text) => update(text))).map(({ name }) => name);

describe('what is affected', () => {
  const failing = aCheckState('files', { last: aRun({ reason: 'http_status', httpStatus: 404 }) });

  it.each([
    ['a component', 'Storage reports major_outage', 'Storage'],
    ['one without a known word', 'Storage reports no known status', 'Storage'],
    ['one with a name of many words', 'a reports b reports partial_outage', 'a reports b'],
    ['the overall word', 'overall status is major_outage', 'overall status'],
    ['a check that cannot be reached', textOf(unreachableWording(failing), null), 'files check'],
    ['a check that fails', textOf(failingWording(failing), null), 'files check'],
    ['a slow one', textOf(plainWording('files check is slower than 800 ms'), null), 'files check'],
  ])('is %s', (_, text, name) => {
    expect(namesOf(text)).toEqual([name]);
  });

  it.each([['resolved: operational again'], ['the deployment was removed'], ['']])(
    'is nothing in %j',
    (text) => {
      expect(namesOf(text)).toEqual([]);
    },
  );

  it('is told once, with the worst it came to, in the order in which it was named', () => {
    const affected = affectedOf([
      update('Storage reports partial_outage', 'partial_outage'),
      update('status check is unreachable (timeout: DEADLINE)', 'major_outage'),
      update('Storage reports degraded_performance', 'degraded_performance'),
    ]);
    expect(affected).toEqual([
      { name: 'Storage', worst: 'partial_outage' },
      { name: 'status check', worst: 'major_outage' },
    ]);
  });
});

it('counts what it does not name', () => {
  const many = Array.from({ length: 15 }, (_, index) => ({ name: `c${index}`, worst: 'unknown' }) as const);
  const told = affectedTold(many)?.markup ?? '';
  expect(told.match(/<bdi>/g)).toHaveLength(12);
  expect(told).toContain('<li>and 3 more</li>');
  expect(affectedTold(many.slice(0, 12))?.markup).not.toContain('more');
});

it('is nothing where nothing is named', () => {
  expect(affectedTold([])).toBeNull();
});

it('shows a name as text', () => {
  const told = affectedTold(affectedOf([update('<img src=x>\u202e reports major_outage')]))?.markup;
  expect(told).toContain('<bdi>&lt;img src=x&gt;\ufffd</bdi>');
});

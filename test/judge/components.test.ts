// Which components there are, and what they show.
import { describe, expect, test } from 'vitest';
import { componentsAfter } from '../../src/judge/components.ts';
import type { ComponentState } from '../../src/model/belief.ts';
import type { Deployment } from '../../src/model/deployment.ts';
import type { Claims } from '../../src/model/round.ts';
import type { State } from '../../src/model/states.ts';
import { aDeployment, saying } from '../fixtures/model.ts';

const deployment = aDeployment({ components: { expected: ['API', 'Storage'], exact: false } });
const claiming = (components: Readonly<Record<string, State>>) => saying('operational', components);
const well = claiming({ API: 'operational', Storage: 'operational' });
const shown = (components: readonly ComponentState[]) =>
  components.map(({ name, state, reported }) => `${name} ${state} ${reported}`);

const start = componentsAfter(deployment, [], null, false, 1_000);
const hearing = (
  claims: Claims | null,
  {
    before = start,
    trusted = true,
    of = deployment,
  }: {
    before?: readonly ComponentState[];
    trusted?: boolean;
    of?: Deployment;
  } = {},
) => componentsAfter(of, before, claims, trusted, 2_000);

test('expected ones are there before the first answer, unknown', () => {
  expect(shown(start)).toEqual(['API unknown null', 'Storage unknown null']);
  expect(start.every((component) => component.expected)).toBe(true);
});

describe('a word', () => {
  test('shows at once, since now', () => {
    const [api] = hearing(claiming({ API: 'major_outage', Storage: 'operational' }));
    expect(api).toEqual({
      name: 'API',
      expected: true,
      state: 'major_outage',
      reported: 'major_outage',
      sinceMs: 2_000,
      streak: { recent: [5], confirmed: null },
    });
  });

  test('that stays keeps its instant', () => {
    const first = componentsAfter(deployment, start, well, true, 1_500);
    expect(hearing(well, { before: first }).map((component) => component.sinceMs)).toEqual([1_500, 1_500]);
  });

  test('holds without an answer: the same array', () => {
    const before = hearing(well);
    expect(hearing(null, { before })).toBe(before);
  });

  test('shows unknown without trust, keeps its raw text, and still counts as read', () => {
    const before = hearing(well);
    const hidden = hearing(claiming({ API: 'major_outage', Storage: 'operational' }), {
      before,
      trusted: false,
    });
    expect(shown(hidden)).toEqual(['API unknown major_outage', 'Storage unknown operational']);
    expect(hidden[0]?.streak.recent).toEqual([0, 5]);
  });

  test('in a steady state is the same array', () => {
    const before = hearing(well, { before: hearing(well) });
    expect(hearing(well, { before })).toBe(before);
  });
});

describe('which components there are', () => {
  test('an expected one that is missing is unknown, with nothing reported', () => {
    const before = hearing(well);
    expect(shown(hearing(claiming({ API: 'operational' }), { before }))).toEqual([
      'API operational operational',
      'Storage unknown null',
    ]);
  });

  test('expected ones first, then in order of appearance, whatever order they are listed in', () => {
    const all = {
      Zeta: 'operational',
      Storage: 'operational',
      Alpha: 'operational',
      API: 'operational',
    } as const;
    const before = hearing(claiming(all));
    expect(before.map(({ name }) => name)).toEqual(['API', 'Storage', 'Zeta', 'Alpha']);
    const shuffled = claiming({ Beta: 'operational', ...Object.fromEntries(Object.entries(all).reverse()) });
    expect(hearing(shuffled, { before }).map(({ name }) => name)).toEqual([
      'API',
      'Storage',
      'Zeta',
      'Alpha',
      'Beta',
    ]);
  });

  test('one that was never expected goes when it is listed no more', () => {
    const before = hearing(claiming({ API: 'operational', Storage: 'operational', Cache: 'operational' }));
    expect(hearing(well, { before }).map(({ name }) => name)).toEqual(['API', 'Storage']);
  });

  describe('one that was never expected, confirmed bad and listed no more', () => {
    const bad = claiming({ API: 'operational', Storage: 'operational', Cache: 'major_outage' });
    const having = (...heard: readonly (Claims | null)[]) =>
      heard.reduce<readonly ComponentState[]>((before, claims) => hearing(claims, { before }), start);

    test('stays, unknown, until as many readings without it as it takes', () => {
      const once = having(bad, bad, well);
      expect(shown(once).slice(2)).toEqual(['Cache unknown null']);
      expect(once[2]?.streak).toEqual({ recent: [5, 0], confirmed: 5 });
      expect(having(bad, bad, well, null)).toEqual(once);
      expect(shown(having(bad, bad, well, well)).slice(2)).toEqual([]);
    });

    test('goes on when it is back', () => {
      expect(having(bad, bad, well, bad)[2]).toMatchObject({
        state: 'major_outage',
        streak: { confirmed: 5 },
      });
    });

    test('goes at once while that was not confirmed', () => {
      expect(shown(having(bad, well)).slice(2)).toEqual([]);
    });

    test('keeps its place before newcomers, within the bound', () => {
      const three = aDeployment({ maxComponents: 3 });
      const before = hearing(bad, { before: hearing(bad, { of: three }), of: three });
      const other = claiming({ API: 'operational', Storage: 'operational', New: 'operational' });
      expect(shown(hearing(other, { before, of: three })).slice(2)).toEqual([
        'Cache unknown null',
        'other operational operational',
      ]);
    });

    test('the rest likewise, and only when nothing is left of it', () => {
      const two = aDeployment({ maxComponents: 2 });
      const before = hearing(bad, { before: hearing(bad, { of: two }), of: two });
      expect(shown(before).slice(2)).toEqual(['other major_outage major_outage']);
      expect(hearing(bad, { before, of: two })).toBe(before);
      const once = hearing(well, { before, of: two });
      expect(shown(once).slice(2)).toEqual(['other unknown null']);
      expect(shown(hearing(well, { before: once, of: two })).slice(2)).toEqual([]);
    });
  });

  test.each([
    ['worse last', ['operational', 'partial_outage']],
    ['worse first', ['partial_outage', 'operational']],
  ] as const)('one listed twice is the worse of the two: %s', (_order, states) => {
    const twice = states.map((state) => ({ name: 'API', reported: { word: state, state } }));
    const [api] = hearing({ ...well, components: twice });
    expect(api?.state).toBe('partial_outage');
  });

  test('one with a name of 100 kB and line breaks is cut and printable; its twin by that name is the same', () => {
    const long = `${'a\n'.repeat(50_000)}`;
    const claims = claiming({ [`${long}1`]: 'operational', [`${long}2`]: 'major_outage' });
    const last = hearing(claims).slice(2);
    expect(shown(last)).toEqual([`${'a\uFFFD'.repeat(60)} major_outage major_outage`]);
  });
});

describe('more than max_components', () => {
  const three = aDeployment({ maxComponents: 3 });
  const many = (states: readonly State[]) =>
    claiming({
      API: 'operational',
      Storage: 'operational',
      ...Object.fromEntries(states.map((state, index) => [`extra ${index}`, state])),
    });

  test('the rest is one, the worst of them', () => {
    const states = ['operational', 'degraded_performance', 'partial_outage', 'operational'] as const;
    expect(shown(hearing(many(states), { of: three }))).toEqual([
      'API operational operational',
      'Storage operational operational',
      'extra 0 operational operational',
      'other partial_outage partial_outage',
    ]);
  });

  test('10,000 are few', () => {
    expect(hearing(many(Array.from({ length: 10_000 }, () => 'operational' as const))).length).toBe(33);
  });

  test('a component called like the rest goes with it', () => {
    const claims = claiming({
      other: 'major_outage',
      API: 'operational',
      A: 'operational',
      B: 'operational',
    });
    expect(shown(hearing(claims, { of: three })).slice(3)).toEqual(['other major_outage major_outage']);
  });

  test('expected ones that are too many are in the rest, and a rest that holds stays as it was', () => {
    const one = aDeployment({ maxComponents: 1 });
    const before = hearing(well, { of: one, before: [] });
    expect(shown(before)).toEqual(['API operational operational', 'other operational operational']);
    expect(hearing(null, { of: one, before })).toBe(before);
  });
});

describe('after a reload', () => {
  test('one that was expected, is no more and not listed goes at once, whatever was confirmed of it', () => {
    const bad = claiming({ API: 'operational', Storage: 'major_outage' });
    const only = aDeployment({ components: { expected: ['API'], exact: false } });
    const before = hearing(bad, { before: hearing(bad) });
    expect(shown(hearing(claiming({ API: 'operational' }), { before, of: only }))).toEqual([
      'API operational operational',
    ]);
  });

  const before = hearing(claiming({ API: 'operational', Storage: 'operational', Cache: 'operational' }));
  const reloaded = aDeployment({ components: { expected: ['API', 'Cache', 'Queue'], exact: false } });

  test('one that is expected no more is gone, one newly expected is unknown, the others go on', () => {
    const held = hearing(null, { before, of: reloaded });
    expect(shown(held)).toEqual([
      'API operational operational',
      'Cache operational operational',
      'Queue unknown null',
    ]);
    expect(held[1]).toMatchObject({ expected: true, streak: { confirmed: 0 } });
  });

  test('one that is expected no more and still listed stays, as one that may go', () => {
    const claims = claiming({ API: 'operational', Storage: 'operational' });
    const storage = hearing(claims, { before, of: reloaded }).find(({ name }) => name === 'Storage');
    expect(storage).toMatchObject({ expected: false, streak: { recent: [0, 0] } });
  });
});

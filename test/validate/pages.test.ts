// The pages of a walk together: how it ends, what is repeated, and that nothing grows without bound.
import { describe, expect, test } from 'vitest';
import type { Observation } from '../../src/model/round.ts';
import { collectPages } from '../../src/validate/pages.ts';
import { aPage } from '../fixtures/list.ts';
import { answer, failure, nowMs } from '../fixtures/observation.ts';
import { checkOf, deploymentOf } from './round.ts';

const pagination = { cursorField: 'next_cursor', maxPages: 4, everyMs: 3_600_000 };

/** Hands over the answers for as long as more are asked for. */
function walked(observations: readonly Observation[], over: Parameters<typeof deploymentOf>[1] = {}) {
  const deployment = deploymentOf('file-storage', { pagination, ...over });
  const pages = collectPages(deployment, deployment.pagination ?? pagination, checkOf('files'));
  const asked: string[] = [];
  for (const observation of observations) {
    const cursor = pages.take(observation, { nowMs, fleetSkewMs: 0 });
    if (cursor === null) break;
    asked.push(cursor);
  }
  const { findings, ...outcome } = pages.conclude();
  return {
    ...outcome,
    asked,
    said: findings.map(({ severity, rule, path, observed }) => `${severity} ${rule} ${path}: ${observed}`),
  };
}

const page = (names: readonly string[], cursor?: unknown) => answer('files', aPage(names, cursor));

describe('the end', () => {
  test('the last page: everything was counted, and nothing is to be said', () => {
    expect(walked([page(['a', 'b'], 'x'), page(['c'], 'y'), page([])])).toEqual({
      pages: 3,
      items: 3,
      end: 'last_page',
      asked: ['x', 'y'],
      said: [],
    });
  });

  test('as many pages as are allowed: a bound of ours, and no finding', () => {
    const endless = ['w', 'x', 'y', 'z', 'zz'].map((cursor) => page([cursor], cursor));
    expect(walked(endless)).toEqual({
      pages: 4,
      items: 4,
      end: 'max_pages',
      asked: ['w', 'x', 'y'],
      said: [],
    });
  });

  test('a cursor that is its own next page', () => {
    expect(walked([page(['a'], 'x'), page(['b'], 'x')])).toEqual({
      pages: 2,
      items: 2,
      end: 'loop',
      asked: ['x'],
      said: ['warning meaning.pagination pages[1].next_cursor: x'],
    });
  });

  test('a circle of two', () => {
    expect(walked([page(['a'], 'x'), page(['b'], 'y'), page(['c'], 'x')])).toMatchObject({
      pages: 3,
      end: 'loop',
      said: ['warning meaning.pagination pages[2].next_cursor: x'],
    });
  });

  test.each([7, { a: 1 }, 'x'.repeat(1_048_576)])('a cursor that cannot be asked for', (cursor) => {
    expect(walked([page(['a'], 'x'), page(['b'], cursor)])).toMatchObject({
      pages: 2,
      items: 2,
      end: 'failed',
      said: [expect.stringContaining('warning meaning.pagination pages[1].next_cursor: ')],
    });
  });

  test('a page that could not be had is not among those counted', () => {
    expect(walked([page(['a'], 'x'), failure('reset')])).toEqual({
      pages: 1,
      items: 1,
      end: 'failed',
      asked: ['x'],
      said: ['warning meaning.pagination pages[1]: reset CODE'],
    });
  });
});

describe('ids repeated across pages', () => {
  test('are told at their later place', () => {
    const pages = [page(['a', 'b'], 'x'), page(['c'], 'y'), page(['d', 'a'])];
    expect(walked(pages)).toMatchObject({
      items: 5,
      said: ['info meaning.ids_duplicate pages[2].data[1].id: fil_a'],
    });
  });

  test('as grave as the deployment has it, or not at all', () => {
    const pages = [page(['a'], 'x'), page(['a'], 'x')];
    const rules = { 'meaning.ids_duplicate': 'error', 'meaning.pagination': 'off' } as const;
    expect(walked(pages, { rules })).toMatchObject({
      end: 'loop',
      said: ['error meaning.ids_duplicate pages[1].data[0].id: fil_a'],
    });
  });
});

describe('what pages say', () => {
  test('has its page before it', () => {
    const broken = { object: 'list', data: [{ id: 'med_1' }] };
    const said = walked([page(['a'], 'x'), answer('files', JSON.stringify(broken))]).said;
    expect(said).toContain('warning shape.format pages[1].data[0].id: string "med_1"');
    expect(said).toContain('error shape.required pages[1].data[0].filename: missing');
  });

  test('of each of them alike, the first one says', () => {
    const uncached = { 'cache-control': undefined };
    const pages = ['x', 'y', null].map((cursor) => answer('files', aPage([`${cursor}`], cursor), uncached));
    expect(walked(pages).said).toEqual([
      'warning transport.cache_control pages[0].headers.cache-control: missing',
    ]);
  });

  test('is at most 50 findings, the gravest of all pages', () => {
    const names = Array.from({ length: 60 }, (_, index) => `n${index}`);
    const pages = [page(names, 'x'), page(names, 'y'), page(names, 'x')];
    const rules = { 'meaning.ids_duplicate': 'warning', 'meaning.pagination': 'error' } as const;
    const { said, items } = walked(pages, { rules });
    expect(said).toHaveLength(50);
    // 20 of one rule that are information, over all pages.
    expect(walked(pages).said).toHaveLength(21);
    expect(said[0]).toBe('error meaning.pagination pages[2].next_cursor: x');
    expect(items).toBe(180);
  });

  test('is without the secrets of the deployment', () => {
    const text = 'hunter2-token';
    const hidden = { reveal: () => text, toString: () => '', toJSON: () => '' };
    const { said } = walked([page(['a'], text), page(['b'], text)], { secrets: [hidden] });
    expect(said).toEqual(['warning meaning.pagination pages[1].next_cursor: [redacted]']);
  });
});

test('of more ids than are remembered, those beyond are not known to be repeated', () => {
  const names = (from: number) => Array.from({ length: 1_000 }, (_, index) => `n${from + index}`);
  const pages = Array.from({ length: 21 }, (_, index) => page(names(index * 1_000), `c${index}`));
  const last = page(['n0', 'n19999', 'n20000', 'n20999']);
  const wide = { pagination: { ...pagination, maxPages: 100 } };
  expect(walked([...pages, last], wide)).toMatchObject({
    items: 21_004,
    said: ['info meaning.ids_duplicate pages[21].data[0].id: fil_n0', expect.stringContaining('n19999')],
  });
});

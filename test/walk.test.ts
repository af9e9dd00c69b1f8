// A walk from page to page: what is asked, on what connection, within which limits, and when it is given up.
import { describe, expect, test } from 'vitest';
import type { Observation } from '../src/model/round.ts';
import { walk } from '../src/walk.ts';
import { aPage } from './fixtures/list.ts';
import { aCheck, aDeployment } from './fixtures/model.ts';
import { answer, failure, nowMs } from './fixtures/observation.ts';
import { scriptedProber } from './fixtures/prober.ts';

const pagination = { cursorField: 'next_cursor', maxPages: 20, everyMs: 3_600_000 };

/** Walks over pages that stand under their cursor; the first under ''. */
async function walked(
  pages: Readonly<Record<string, Observation>>,
  { target = '/api/v1/files?limit=2', goesOn = (_asked: number): boolean => true } = {},
) {
  const check = aCheck('files', { target, limit: 2 });
  const deployment = aDeployment({ checks: [check], pagination });
  const asked: string[] = [];
  let limited = 0;
  let clockMs = nowMs;
  const prober = scriptedProber((at) => {
    asked.push(at.target);
    const cursor = new URL(at.target, 'http://a.test').searchParams.get('cursor') ?? '';
    return pages[cursor] ?? answer('files', '', {}, { status: 400 });
  });
  const around = {
    prober,
    limit: <T>(task: () => Promise<T>) => {
      limited += 1;
      return task();
    },
    now: () => clockMs++,
    fleetSkewMs: () => 0,
  };
  const outcome = await walk(deployment, pagination, check, around, () => goesOn(asked.length));
  return { outcome, asked, limited, told: prober.told };
}

const page = (names: readonly string[], cursor?: unknown) => answer('files', aPage(names, cursor));

test('asks the first page, then each that follows, with the limit, on one connection of its own', async () => {
  const pages = { '': page(['a', 'b'], 'x'), x: page(['c', 'd'], 'y'), y: page(['e']) };
  const { outcome, asked, limited, told } = await walked(pages);
  expect(asked).toEqual([
    '/api/v1/files?limit=2',
    '/api/v1/files?limit=2&cursor=x',
    '/api/v1/files?limit=2&cursor=y',
  ]);
  expect(limited).toBe(3);
  expect(told).toEqual(['round fresh', 'files', 'files', 'files', 'end'].map((what) => `files-eu ${what}`));
  expect(outcome).toMatchObject({
    endpoint: 'files',
    startedMs: nowMs,
    pages: 3,
    items: 5,
    end: 'last_page',
    findings: [],
  });
  expect(outcome?.endedMs).toBeGreaterThan(nowMs);
});

test('a cursor is encoded, and begins the query where there is no limit', async () => {
  const cursor = 'a&limit=9#é /=';
  const { outcome, asked } = await walked(
    { '': page(['a'], cursor), [cursor]: page(['b']) },
    { target: '/api/v1/files' },
  );
  expect(asked[1]).toBe('/api/v1/files?cursor=a%26limit%3D9%23%C3%A9%20%2F%3D');
  expect(outcome).toMatchObject({ pages: 2, end: 'last_page' });
});

describe('it ends', () => {
  test.each([
    ['at a cursor that leads to itself', { '': page(['a'], 'x'), x: page(['b'], 'x') }, 'loop', 2],
    [
      'at a page that answers 500',
      { '': page(['a'], 'x'), x: answer('files', '', {}, { status: 500 }) },
      'failed',
      2,
    ],
    ['at a page without an answer', { '': page(['a'], 'x'), x: failure('timeout') }, 'failed', 2],
    ['at the first page, where that is a document', { '': answer('files', '{}') }, 'failed', 1],
  ])('%s', async (_what, pages, end, count) => {
    const { outcome, asked, told } = await walked(pages as Record<string, Observation>);
    expect(outcome).toMatchObject({ end });
    expect(asked).toHaveLength(count);
    expect(told.at(-1)).toBe('files-eu end');
  });
});

describe('given up', () => {
  const endless = Object.fromEntries(['', 'x', 'y', 'z'].map((at, index) => [at, page([at], 'xyz'[index])]));

  test.each([0, 1, 2])('after %i pages: no other is asked for, and nothing is said', async (pages) => {
    const { outcome, asked, told } = await walked(endless, { goesOn: (count) => count < pages });
    expect(outcome).toBeNull();
    expect(asked).toHaveLength(pages);
    expect(told.at(-1)).toBe('files-eu end');
  });

  test('during the last page: it counts no more', async () => {
    const { outcome, asked } = await walked({ '': page(['a']) }, { goesOn: (count) => count < 1 });
    expect([outcome, asked.length]).toEqual([null, 1]);
  });
});

// Which deployments a question is about, and the pages they come in.
import { describe, expect, it } from 'vitest';
import { selectDeployments, selectionQuery } from '../../src/publish/selection.ts';
import { aSnapshot, aView } from '../fixtures/snapshot.ts';

const snapshot = aSnapshot({
  deployments: [
    aView({ deployment: { id: 'c', labels: { team: 'a:b', tier: '1' } }, state: { status: 'unknown' } }),
    aView({ deployment: { id: 'a', labels: { team: 'web' } } }),
    aView({ deployment: { id: 'b', labels: { team: 'web', tier: '1' } } }),
  ],
});

const select = (query: object) => {
  const page = selectDeployments(snapshot, selectionQuery.parse(query));
  return { ids: page.views.map(({ deployment }) => deployment.id), nextCursor: page.nextCursor };
};

describe('a selection', () => {
  it.each([
    ['nothing', {}, ['a', 'b', 'c']],
    ['a state', { status: 'unknown' }, ['c']],
    ['a state nobody is in', { status: 'major_outage' }, []],
    ['a label', { label: 'team:web' }, ['a', 'b']],
    ['a label whose value has a colon', { label: 'team:a:b' }, ['c']],
    ['labels, which must all hold', { label: ['team:web', 'tier:1'] }, ['b']],
    ['a label that everything inherits', { label: 'constructor:x' }, []],
  ])('by %s', (_, query, ids) => {
    expect(select(query)).toEqual({ ids, nextCursor: null });
  });

  it.each([
    [{ status: 'fine' }],
    [{ label: 'team' }],
    [{ label: ['team:web', 'tier'] }],
    [{ label: Array.from({ length: 17 }, () => 'a:b') }],
    [{ limit: '0' }],
    [{ limit: '1001' }],
    [{ limit: '1.5' }],
    [{ limit: '' }],
    [{ expand: 'secrets' }],
  ])('refuses %j', (query) => {
    expect(selectionQuery.safeParse(query).success).toBe(false);
  });
});

describe('pages', () => {
  it('follow each other by cursor until none is left', () => {
    const first = select({ limit: '2' });
    expect(first).toEqual({ ids: ['a', 'b'], nextCursor: expect.any(String) });
    expect(select({ limit: '2', cursor: first.nextCursor })).toEqual({ ids: ['c'], nextCursor: null });
  });

  it('go on after a deployment that is gone', () => {
    const cursor = Buffer.from('after aa').toString('base64url');
    expect(select({ cursor })).toEqual({ ids: ['b', 'c'], nextCursor: null });
  });

  it.each([
    '',
    'x',
    Buffer.from('after <b>').toString('base64url'),
    Buffer.from('before a').toString('base64url'),
  ])('refuse the cursor %j', (cursor) => {
    expect(() => select({ cursor })).toThrow(
      expect.objectContaining({ statusCode: 400, code: 'invalid_cursor' }),
    );
  });
});

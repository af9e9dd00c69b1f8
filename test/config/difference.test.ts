// What a reload changes: by value, whatever the order in which things are written.
import { describe, expect, test } from 'vitest';
import { difference } from '../../src/config/difference.ts';
import { certificatePem, keyPem } from './certificate.ts';
import { configOf, type World } from './reading.ts';

const entry = (id: string, own = '') =>
  `  - { id: ${id}, base_url: "https://${id}.test", kind: media, ${own} }`;
const read = (entries: readonly string[], world: World = {}) =>
  configOf(['deployments:', ...entries].join('\n'), world).deployments;

function compared(before: ReturnType<typeof read>, after: ReturnType<typeof read>) {
  const { added, changed, removed } = difference(before, after);
  const ids = (some: readonly { readonly id: string }[]) => some.map(({ id }) => id).join(' ');
  return { added: ids(added), changed: ids(changed), removed: ids(removed) };
}

const nothing = { added: '', changed: '', removed: '' };

test('what comes, goes, changes and stays', () => {
  const before = read([entry('stays'), entry('changes'), entry('goes')]);
  const after = read([entry('comes'), entry('changes', 'interval: 20s'), entry('stays')]);
  expect(compared(before, after)).toEqual({ added: 'comes', changed: 'changes', removed: 'goes' });
  const { added, changed, removed } = difference(before, after);
  expect([added[0], changed[0], removed[0]]).toEqual([after[0], after[1], before[2]]);
  expect(changed[0]).toBe(after[1]);
});

test('all come at the start, and all go at the end', () => {
  const all = read([entry('a'), entry('b')]);
  expect(compared([], all)).toEqual({ ...nothing, added: 'a b' });
  expect(compared(all, [])).toEqual({ ...nothing, removed: 'a b' });
});

describe('no change is', () => {
  const own = `headers: { X-A: "\${env:ONE}" }, proxy: "http://\${env:TWO}@p", tls: { cert: c, key: k }`;
  const world = { env: { ONE: 'one-token', TWO: 'two-token' }, files: { c: certificatePem, k: keyPem } };

  test('the same read again, secrets and all', () => {
    const [first, second] = [read([entry('a', own)], world), read([entry('a', own)], world)];
    expect(first[0]).not.toBe(second[0]);
    expect(compared(first, second)).toEqual(nothing);
  });

  test.each([
    ['labels', 'labels: { a: x, b: y }', 'labels: { b: y, a: x }'],
    [
      'labels with secrets in them',
      `labels: { a: "\${env:ONE}", b: "\${env:TWO}" }`,
      `labels: { b: "\${env:TWO}", a: "\${env:ONE}" }`,
    ],
    ['headers', 'headers: { X-A: one-token, X-B: two-token }', 'headers: { x-b: two-token, x-a: one-token }'],
    [
      'rules',
      'rules: { shape.type: info, shape.format: off }',
      'rules: { shape.format: off, shape.type: info }',
    ],
    [
      'endpoints',
      'endpoints: { status: , media: { limit: 5 } }',
      'endpoints: { media: { limit: 5 }, status: }',
    ],
    ['keys', 'critical: false, name: A', 'name: A, critical: false'],
    ['what is only a default', 'critical: true', ''],
  ])('another order or way of writing: %s', (_what, before, after) => {
    expect(compared(read([entry('a', before)], world), read([entry('a', after)], world))).toEqual(nothing);
  });

  test('another order of deployments', () => {
    const entries = ['a', 'b', 'c'].map((id) => entry(id));
    expect(compared(read(entries), read(entries.toReversed()))).toEqual(nothing);
  });
});

describe('a change is', () => {
  const files = { c: certificatePem, k: keyPem, ca: certificatePem };
  test.each<[string, string, World, World]>([
    [
      'a header that prints the same',
      `headers: { X-A: "\${env:T}" }`,
      { env: { T: 'a' } },
      { env: { T: 'b' } },
    ],
    ['a proxy that prints the same', `proxy: "http://\${env:T}@p"`, { env: { T: 'a' } }, { env: { T: 'b' } }],
    [
      'a name that prints the same',
      `name: "\${env:T}"`,
      { env: { T: 'hunter1' } },
      { env: { T: 'hunter2' } },
    ],
    ['another CA', 'tls: { ca: ca }', { files }, { files: { ...files, ca: `${certificatePem}\n` } }],
    [
      'another certificate',
      'tls: { cert: c, key: k }',
      { files },
      { files: { ...files, c: `${certificatePem}\n` } },
    ],
    ['another key', 'tls: { cert: c, key: k }', { files }, { files: { ...files, k: `${keyPem}\n` } }],
  ])('%s', (_what, own, before, after) => {
    const [first, second] = [read([entry('a', own)], before), read([entry('a', own)], after)];
    expect(compared(first, second)).toEqual({ ...nothing, changed: 'a' });
  });

  test.each([
    ['labels that change places', 'labels: { a: x, b: y }', 'labels: { a: y, b: x }'],
    ['another order of components, which tells who is kept', 'components: [A, B]', 'components: [B, A]'],
    ['a key less', 'slo: { latency: 1s }', ''],
  ])('%s', (_what, before, after) => {
    expect(compared(read([entry('a', before)]), read([entry('a', after)]))).toEqual({
      ...nothing,
      changed: 'a',
    });
  });
});

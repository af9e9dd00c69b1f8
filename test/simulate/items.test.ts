import { describe, expect, it } from 'vitest';
import { resourceSchemas } from '../../src/contract/resources.ts';
import { digestOf, itemsOf, type ListedResource, pick, timestamp } from '../../src/simulate/items.ts';

// API document, "Resources and their fields": the fields of each list's items, and nothing else.
const documented: readonly [ListedResource, readonly string[]][] = [
  ['file', ['id', 'created_at', 'filename', 'bytes', 'checksum']],
  ['media', ['id', 'created_at', 'content_type', 'bytes', 'width', 'height', 'status']],
  ['service', ['id', 'created_at', 'name', 'runtime', 'replicas', 'status']],
  ['region', ['code', 'name', 'zone', 'country', 'status']],
  ['incident', ['id', 'created_at', 'title', 'status', 'impact', 'resolved_at']],
];

describe.each(documented)('%s items', (resource, fields) => {
  const items = itemsOf(resource, 1);

  it('have exactly the documented fields, in the documented forms', () => {
    expect(items.length).toBeGreaterThan(3);
    for (const item of items) {
      expect(Object.keys(item)).toEqual(fields);
      expect(resourceSchemas[resource].safeParse(item).error).toBeUndefined();
    }
  });

  it('are the same for the same seed', () => {
    expect(itemsOf(resource, 1)).toEqual(items);
  });

  it('have ids of their own', () => {
    const ids = items.map((item) => ('id' in item ? item.id : item.code));
    expect(new Set(ids).size).toBe(items.length);
  });
});

it.each(['file', 'media', 'service', 'incident'] as const)('%s items differ by seed', (resource) => {
  expect(itemsOf(resource, 2)).not.toEqual(itemsOf(resource, 1));
});

it('checksums are sha256 with 64 hex digits', () => {
  for (const { checksum } of itemsOf('file', 1)) expect(checksum).toMatch(/^sha256:[0-9a-f]{64}$/);
});

it.each([
  ['media', 'status', 'ready'],
  ['service', 'runtime', 'function'],
  ['service', 'status', 'running'],
  ['region', 'status', 'operational'],
  ['incident', 'status', 'resolved'],
  ['incident', 'impact', 'minor'],
] as const)('%s.%s has only the value seen, %s', (resource, field, value) => {
  for (const item of itemsOf(resource, 1)) expect(item).toHaveProperty(field, value);
});

it('incidents are resolved after they were created', () => {
  for (const { created_at, resolved_at = '' } of itemsOf('incident', 1)) {
    expect(Date.parse(resolved_at)).toBeGreaterThan(Date.parse(created_at));
  }
});

it('timestamps have second precision and a Z', () => {
  expect(timestamp(Date.UTC(2026, 1, 3, 4, 5, 6, 789))).toBe('2026-02-03T04:05:06Z');
});

it('a digest is the sha256 of its text', () => {
  expect(digestOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

it('picking goes round', () => {
  expect([0, 1, 2, 3].map((index) => pick(['a', 'b', 'c'], index))).toEqual(['a', 'b', 'c', 'a']);
});

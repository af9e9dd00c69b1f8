// The resource schemas against the API document's "Resources and their fields".
import { describe, expect, test } from 'vitest';
import { listOf, regionSchema, resourceSchemas, valuesSeen } from '../../src/contract/resources.ts';
import { fixture } from '../fixtures/observation.ts';

describe.each([
  ['file', 'files', 'id created_at filename bytes checksum'],
  ['media', 'media', 'id created_at content_type bytes width height status'],
  ['service', 'services', 'id created_at name runtime replicas status'],
  ['region', 'regions', 'code name zone country status'],
  ['incident', 'incidents', 'id created_at title status impact resolved_at'],
] as const)('%s', (resource, name, fields) => {
  test('has the documented fields, in their order', () => {
    expect(Object.keys(resourceSchemas[resource].shape).join(' ')).toBe(fields);
  });

  test('takes a list as documented', () => {
    expect(listOf(resourceSchemas[resource]).safeParse(JSON.parse(fixture(name))).success).toBe(true);
  });
});

test('a status document has its fields, and those of its components', () => {
  const { shape } = resourceSchemas.status;
  expect(Object.keys(shape).join(' ')).toBe('status version region components updated_at');
  expect(Object.keys(shape.components.element.shape).join(' ')).toBe('name status');
});

test.each([
  ['fra1', true],
  ['a0', true],
  ['fra', false],
  ['fra12', false],
  ['FRA1', false],
  ['fra1\n', false],
])('region code %j: %s', (code, good) => {
  expect(regionSchema.shape.code.safeParse(code).success).toBe(good);
});

test.each([
  ['fil_a', true],
  ['fil_', false],
  ['FIL_a', false],
  ['xfil_a', false],
])('file id %j: %s', (id, good) => {
  expect(resourceSchemas.file.shape.id.safeParse(id).success).toBe(good);
});

test.each([
  ['sha256:abc', true],
  ['blake3:x', true],
  ['sha256:', false],
  [':abc', false],
  ['sha256', false],
])('checksum %j: %s', (checksum, good) => {
  expect(resourceSchemas.file.shape.checksum.safeParse(checksum).success).toBe(good);
});

test.each([
  ['report.pdf', true],
  ['backup.tar.gz', true],
  ['a b.ü', true],
  ['report', false],
  ['report.', false],
  ['.pdf', false],
  ['', false],
])('file name %j: %s', (filename, good) => {
  expect(resourceSchemas.file.shape.filename.safeParse(filename).success).toBe(good);
});

test.each([
  ['video/mp4', true],
  ['image/svg+xml', true],
  ['video/mp4; codecs="avc1"', true],
  ['application/pdf', true],
  ['video', false],
  ['video/', false],
  ['/mp4', false],
  ['video /mp4', false],
  ['video/mp4/2', false],
  ['video/mp4 x', false],
  ['', false],
])('media type %j: %s', (type, good) => {
  expect(resourceSchemas.media.shape.content_type.safeParse(type).success).toBe(good);
});

test.each([
  ['2024-02-29T23:59:59Z', true],
  ['2023-02-29T00:00:00Z', false],
  ['2026-01-01T00:00:00.5Z', false],
  ['2026-01-01T00:00Z', false],
  ['2026-01-01T00:00:00', false],
  ['2026-01-01T00:00:00z', false],
])('timestamp %j: %s', (timestamp, good) => {
  expect(resourceSchemas.status.shape.updated_at.safeParse(timestamp).success).toBe(good);
});

test('resolved_at is the one field that may be missing', () => {
  const optional = Object.values(resourceSchemas).flatMap(({ shape }) =>
    Object.entries(shape).filter(([, field]) => field.safeParse(undefined).success),
  );
  expect(optional.map(([name]) => name)).toEqual(['resolved_at']);
});

test('the values seen are those of "States and transitions", and the algorithm of "File"', () => {
  expect(valuesSeen).toEqual({
    file: { checksum: ['sha256'] },
    media: { status: ['ready'] },
    service: { runtime: ['function'], status: ['running'] },
    region: { status: ['operational'] },
    incident: { status: ['resolved'], impact: ['minor'] },
    status: { status: ['operational'], components: ['operational'] },
  });
});

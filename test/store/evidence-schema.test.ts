// A piece of evidence is read back exactly as it was written, and nothing a reader could fail on.
import { expect, it } from 'vitest';
import { evidenceSchema } from '../../src/store/evidence-schema.ts';
import { evidence, incident } from './examples.ts';

const written = () => JSON.parse(JSON.stringify(evidence(incident('inc_1'))));

it.each([
  ['a full piece', {}],
  ['a resolution', { transition: 'incident_resolved', failing: null, difference: [] }],
  ['one without a good answer', { good: null }],
] as const)('reads %s back as it was', (_what, over) => {
  const piece = evidence(incident('inc_1'), over);
  expect(evidenceSchema.parse(JSON.parse(JSON.stringify(piece)))).toEqual(piece);
});

it.each([
  ['incident', null],
  ['transition', 'state_changed'],
  ['check', 'unheard'],
  ['atMs', '1'],
  ['failing', undefined],
  ['good', {}],
  ['difference', [{ path: 'a', good: 1, failing: null }]],
  ['difference', Array(1_001).fill({ path: 'a', good: null, failing: null })],
])('refuses %s of %j', (field, value) => {
  expect(evidenceSchema.safeParse({ ...written(), [field]: value }).success).toBe(false);
});

it.each([
  ['reason', 'moon'],
  ['failure', { kind: 'json' }],
  ['headers', { a: 1 }],
  ['phases', { warp: 1 }],
  ['body', 7],
  ['bodyBytes', null],
])('refuses an answer with %s of %j', (field, value) => {
  const piece = written();
  expect(evidenceSchema.safeParse({ ...piece, good: { ...piece.good, [field]: value } }).success).toBe(false);
});

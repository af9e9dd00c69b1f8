import { expect, it } from 'vitest';
import { z } from 'zod';
import { plain } from '../../src/simulate/answer.ts';
import { faultSchema, row } from '../../src/simulate/fault-row.ts';

const schema = faultSchema('slow', { ms: z.int() });
const answer = plain(200, 'no-store', []);

it.each([
  [{ type: 'slow', ms: 1 }, true],
  [{ type: 'slow', ms: 1, endpoint: 'regions' }, true],
  [{ type: 'slow', ms: 1, endpoint: 'nowhere' }, false],
  [{ type: 'slow', ms: 1, msec: 1 }, false],
  [{ type: 'slow' }, false],
  [{ type: 'fast', ms: 1 }, false],
])('%j is a fault of the schema: %s', (fault, valid) => {
  expect(schema.safeParse(fault).success).toBe(valid);
});

it('applies its effect with the fault it was given', () => {
  const { apply } = row(schema, (each, { ms }) => ({ ...each, latencyMs: ms }));
  expect(apply(answer, { type: 'slow', ms: 7 }, 'files')).toEqual({ ...answer, latencyMs: 7 });
});

it('tells its effect which endpoint answers', () => {
  const { apply } = row(schema, (each, _fault, endpoint) => ({ ...each, text: endpoint }));
  expect(apply(answer, { type: 'slow', ms: 7 }, 'media')).toEqual({ ...answer, text: 'media' });
});

it('throws for a fault of another row', () => {
  const { apply } = row(schema, (each) => each);
  expect(() => apply(answer, { type: 'fast' }, 'files')).toThrow(z.ZodError);
});

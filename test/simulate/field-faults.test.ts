import { describe, expect, it } from 'vitest';
import { bodyOf, plain, refuse } from '../../src/simulate/answer.ts';
import { applyFaults, type Fault, parseFaults } from '../../src/simulate/faults.ts';

const list = plain(200, 'public, max-age=60', {
  object: 'list',
  data: [{ id: 'fil_a', bytes: 1 }, { id: 'fil_b' }],
});
const status = plain(200, 'no-store', {
  status: null,
  version: 'v1',
  region: 'Frankfurt',
  components: [],
  updated_at: '2026-01-15T09:30:00Z',
});
const document = {
  status: 'operational',
  version: 'v1',
  region: 'Frankfurt',
  components: [],
  updated_at: '2026-01-15T09:30:00Z',
};

const sent = (answer: typeof list, ...faults: Fault[]) =>
  JSON.parse(bodyOf(applyFaults(answer, 'files', faults)).toString());

describe('field_added', () => {
  const fault: Fault = { type: 'field_added', name: 'colour', value: { rgb: [1, 2, 3] } };

  it('adds to each item of a list', () => {
    expect(sent(list, fault).data).toEqual([
      { id: 'fil_a', bytes: 1, colour: { rgb: [1, 2, 3] } },
      { id: 'fil_b', colour: { rgb: [1, 2, 3] } },
    ]);
  });

  it('adds to the status document', () => {
    expect(sent(status, fault)).toEqual({ ...document, colour: { rgb: [1, 2, 3] } });
  });

  it('adds a field of any name', () => {
    const body = bodyOf(
      applyFaults(status, 'status', [{ type: 'field_added', name: '__proto__', value: 1 }]),
    );
    expect(body.toString()).toContain('"__proto__":1');
  });

  it('leaves a refusal alone', () => {
    const refusal = refuse(400, 'bad_parameter', 'no');
    expect(bodyOf(applyFaults(refusal, 'files', [fault]))).toEqual(bodyOf(refusal));
  });
});

describe('field_removed', () => {
  it('leaves the field out of each item', () => {
    expect(sent(list, { type: 'field_removed', field: 'id' }).data).toEqual([{ bytes: 1 }, {}]);
  });

  it.each(Object.keys(document))('leaves %s out of the status document', (field) => {
    const { [field as keyof typeof document]: _left, ...rest } = document;
    expect(sent(status, { type: 'field_removed', field })).toEqual(rest);
  });
});

describe('field_value', () => {
  it.each([null, 7, 'seven', true, [], {}])('puts %j where the field is, and only there', (value) => {
    const fault: Fault = { type: 'field_value', field: 'bytes', value };
    expect(sent(list, fault).data).toEqual([{ id: 'fil_a', bytes: value }, { id: 'fil_b' }]);
    expect(sent(status, fault)).toEqual(document);
  });

  it('holds after what the document says of itself', () => {
    expect(sent(status, { type: 'field_value', field: 'status', value: 7 })).toEqual({
      ...document,
      status: 7,
    });
  });
});

describe('a value is bounded', () => {
  const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);
  const refused = { problems: ['faults[0].value: expected JSON of at most 10000 characters and 20 levels'] };
  const put = (value: unknown) => parseFaults('media', [{ type: 'field_value', field: 'bytes', value }]);

  it.each([['x'.repeat(9_998)], [deep(20)], [0]])('within', (value) => {
    expect(put(value)).toHaveProperty('faults');
  });

  it.each([
    ['a long text', 'x'.repeat(9_999)],
    ['too many levels', deep(21)],
    ['levels without end', JSON.parse(`${'['.repeat(9_000)}${']'.repeat(9_000)}`)],
    ['no number of JSON', Number.NaN],
    ['nothing', undefined],
  ])('beyond: %s', (_what, value) => {
    expect(put(value)).toEqual(refused);
  });

  it.each([
    { type: 'field_added', name: '', value: 1 },
    { type: 'field_removed', field: 'x'.repeat(201) },
    { type: 'field_removed', field: 'id', value: 1 },
  ])('%j is refused', (fault) => {
    expect(parseFaults('media', [fault])).toHaveProperty('problems');
  });
});

// `expect`: what it is read into, how it is written again, and every way in which it can be nonsense.
import { describe, expect, test } from 'vitest';
import { writtenExpectation } from '../../src/config/expectation-fields.ts';
import { fieldTypes } from '../../src/model/expectation.ts';
import { configOf, deploymentOf, entryWith, problemsOf } from './reading.ts';

const full = [
  'expect:',
  '  endpoints: [status, media]',
  '  components: [API, ""]',
  '  fields:',
  '    status: { status: string, "components[].name": "string | null", x-trace: "integer?" }',
  '    media:',
  '  words:',
  '    status: { status: [operational] }',
];

test('is read into an Expectation', () => {
  expect(deploymentOf(entryWith(...full)).expect).toEqual({
    endpoints: ['status', 'media'],
    components: ['API', ''],
    fields: {
      status: {
        status: { types: ['string'], optional: false },
        'components[].name': { types: ['string', 'null'], optional: false },
        'x-trace': { types: ['integer'], optional: true },
      },
      media: {},
    },
    words: { status: { status: ['operational'] } },
  });
});

test('is written as it was read', () => {
  const { expect: read } = deploymentOf(entryWith(...full));
  expect(read && writtenExpectation(read)).toEqual({
    endpoints: ['status', 'media'],
    components: ['API', ''],
    fields: {
      status: { status: 'string', 'components[].name': 'string | null', 'x-trace': 'integer?' },
      media: {},
    },
    words: { status: { status: ['operational'] } },
  });
});

test('what is not said is not compared, and left out where it is written', () => {
  const { expect: read } = deploymentOf(entryWith('expect:'));
  expect(read).toEqual({ endpoints: null, components: null, fields: {}, words: {} });
  expect(read && writtenExpectation(read)).toEqual({});
  expect(deploymentOf(entryWith()).expect).toBeNull();
});

test('the nearest one counts, as a whole', () => {
  const text = `defaults: { expect: { components: [API], endpoints: [status] } }
deployments:
  - { id: a, base_url: http://a.test, kind: media }
  - { id: b, base_url: http://b.test, kind: media, expect: { components: [Storage] } }
`;
  const [a, b] = configOf(text).deployments;
  expect(a?.expect).toMatchObject({ components: ['API'], endpoints: ['status'] });
  expect(b?.expect).toMatchObject({ components: ['Storage'], endpoints: null });
});

const types = `types such as integer, "string | null" or "string?"; known: ${fieldTypes.join(', ')}`;
const path = 'a path of at most 160 characters, such as status, components[].name or links["a.b"]';
const ofStatus = (written: string) => `expect: { fields: { status: { ${written} } } }`;

describe('nonsense has its place', () => {
  test.each([
    ['expect: 5', '5:13 expect: a mapping | 5'],
    [
      'expect: { field: {} }',
      '5:15 expect.field: one of the keys endpoints, components, fields, words (did you mean fields?) | "field"',
    ],
    ['expect: { endpoints: [] }', '5:26 expect.endpoints: a list of 1 to 6 | a list'],
    [
      'expect: { endpoints: [stats] }',
      '5:27 expect.endpoints[0]: one of status, regions, files, media, incidents, services | "stats"',
    ],
    ['expect: { endpoints: [status, status] }', '5:35 expect.endpoints[1]: each item once | "status"'],
    [
      'expect: { endpoints: [status, regions] }',
      '5:35 expect.endpoints[1]: an endpoint of v1: status, files, media | "regions"',
    ],
    [
      'expect: { fields: { regions: {} } }',
      '5:25 expect.fields.regions: an endpoint of v1: status, files, media | "regions"',
    ],
    [
      'expect: { words: { regions: {} } }',
      '5:24 expect.words.regions: an endpoint of v1: status, files, media | "regions"',
    ],
    [
      'expect: { fields: { stats: {} } }',
      '5:25 expect.fields.stats: one of the keys status, regions, files, media, incidents, services (did you mean status?) | "stats"',
    ],
    ['expect: { components: [] }', '5:27 expect.components: a list of 1 to 1000 | a list'],
    [
      `expect: { components: [${'x'.repeat(121)}] }`,
      `5:28 expect.components[0]: text of at most 120 characters | "${'x'.repeat(98)}…`,
    ],
    ['expect: { components: [5] }', '5:28 expect.components[0]: text of at most 120 characters | 5'],
    [ofStatus('status: text'), `5:43 expect.fields.status.status: ${types} | "text"`],
    [ofStatus('status: "string |"'), `5:43 expect.fields.status.status: ${types} | "string |"`],
    [ofStatus('status: "string | string"'), `5:43 expect.fields.status.status: ${types} | "string | string"`],
    [ofStatus('status: "?"'), `5:43 expect.fields.status.status: ${types} | "?"`],
    [ofStatus('status: [string]'), `5:43 expect.fields.status.status: ${types} | a list`],
    [ofStatus('"a[0]": string'), `5:35 expect.fields.status["a[0]"]: ${path} | "a[0]"`],
    [ofStatus('a..b: string'), `5:35 expect.fields.status["a..b"]: ${path} | "a..b"`],
    [
      'expect: { words: { status: { status: [] } } }',
      '5:42 expect.words.status.status: a list of 1 to 100 | a list',
    ],
    [
      'expect: { words: { status: { status: operational } } }',
      '5:42 expect.words.status.status: a list of 1 to 100 | "operational"',
    ],
    [
      'expect: { words: { status: { status: [up, 1] } } }',
      '5:47 expect.words.status.status[1]: text of at most 120 characters | 1',
    ],
  ])('%s', (line, problem) => {
    expect(problemsOf(entryWith(line)).map((each) => each.replace('deployments[0].', ''))).toEqual([problem]);
  });

  test.each([
    [160, 0],
    [161, 1],
  ])('a path of %i characters', (length, problems) => {
    expect(problemsOf(entryWith(ofStatus(`${'p'.repeat(length)}: string`)))).toHaveLength(problems);
  });

  test.each([
    [500, 0],
    [501, 1],
  ])('%i paths of an endpoint', (count, problems) => {
    const many = Array.from({ length: count }, (_, index) => `f${index}: string`).join(', ');
    expect(problemsOf(entryWith(ofStatus(many)))).toHaveLength(problems);
  });

  test.each([
    [100, 0],
    [101, 1],
  ])('%i words of a path', (count, problems) => {
    const many = Array.from({ length: count }, (_, index) => `w${index}`).join(', ');
    expect(problemsOf(entryWith(`expect: { words: { status: { status: [${many}] } } }`))).toHaveLength(
      problems,
    );
  });
});

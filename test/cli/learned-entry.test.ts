// Entries as YAML: short for a known kind, spelled out for another, and whole whatever a target said.
import { describe, expect, test } from 'vitest';
import { writtenEntries } from '../../src/cli/learned-entry.ts';
import { kinds } from '../../src/contract/kinds.ts';
import type { Learned } from '../../src/learning.ts';
import type { Expectation } from '../../src/model/expectation.ts';
import { pathBelow } from '../../src/model/field-path.ts';
import { deploymentOf } from '../config/reading.ts';

const nothing: Expectation = { endpoints: null, components: null, fields: {}, words: {} };
const { components, endpoints } = kinds['file-storage'];

function entry(over: Partial<Learned> = {}, baseUrl = 'http://a.test') {
  const learned: Learned = {
    version: 'v1',
    endpoints,
    components,
    expect: nothing,
    isFresh: false,
    unwell: [],
    ...over,
  };
  return { id: 'a', baseUrl, learned };
}

test('a known kind, as people read it', () => {
  const field = { types: ['string', 'null'], optional: true } as const;
  const expectation: Expectation = {
    endpoints,
    components: ['API', 'Storage'],
    fields: { files: { 'data[].note': field } },
    words: { status: { 'components[].status': ['operational'] } },
  };
  const second = { ...entry(), id: 'b' };
  expect(writtenEntries([entry({ expect: expectation, isFresh: true }), second])).toBe(`deployments:
  - id: a
    base_url: http://a.test
    kind: file-storage
    updated_at_max_age: 1h # remove it where updated_at moves only when something changes
    # Seen once. Review: add words that may occur too, mark with ? what may be absent, remove what may change.
    expect:
      endpoints: [status, files]
      components: [API, Storage]
      fields:
        files:
          data[].note: string | null?
      words:
        status:
          components[].status: [operational]

  - id: b
    base_url: http://a.test
    kind: file-storage
    # Seen once. Review: add words that may occur too, mark with ? what may be absent, remove what may change.
    expect: {}
`);
});

test('what was not operational is said above its entry alone', () => {
  const unwell = entry({ unwell: ['status down\n- id: b'] });
  const lines = writtenEntries([entry(), unwell, entry(), unwell]).split('\n');
  const said = lines.flatMap((line, at) => (line.includes('Learned while') ? [[line, lines[at + 1]]] : []));
  expect(said).toEqual([
    ['  # Learned while not operational: once all of it is, learn it again.', '  - id: a'],
    ['  # Learned while not operational: once all of it is, learn it again.', '  - id: a'],
  ]);
  expect(lines.filter((line) => line.includes('id: b'))).toEqual([]);
  expect(deploymentOf(writtenEntries([unwell])).id).toBe('a');
});

test('no entries are no text', () => {
  expect(writtenEntries([])).toBe('');
});

describe('the kind', () => {
  const kindOf = (over: Partial<Learned>) => deploymentOf(writtenEntries([entry(over)])).kind;

  test('does not depend on the order of components', () => {
    expect(kindOf({ components: components.toReversed() })).toBe('file-storage');
  });

  test.each([
    { components: [...components, 'More'] },
    { components: ['API'] },
    { endpoints: ['status'] as const },
    { endpoints: ['status', 'files', 'media'] as const },
  ])('is custom with %j, and all is spelled out', (over) => {
    const deployment = deploymentOf(writtenEntries([entry(over)]));
    expect(deployment.kind).toBe('custom');
    expect(deployment.version).toBe('v1');
    expect(deployment.checks.map(({ endpoint }) => endpoint)).toEqual(over.endpoints ?? endpoints);
    expect(deployment.components.expected).toEqual(over.components ?? components);
  });
});

const texts = [
  '',
  ' ',
  'two words',
  `it's "quoted"`,
  'a: b # c',
  '- x',
  'yes',
  'null',
  '12',
  '~',
  '{a}',
  '[a]',
  '*a',
  '&a',
  '!a',
  '%a',
  '@a',
  '`a',
  '|',
  '>',
  '<<',
  '=',
  'a\nb\n',
  'tab\there',
  'esc\u001b[31m',
  'csi\u009b31m',
  'rtl\u202eabc',
  'tag\u{e0041}',
  'sep\u2028\u2029',
  'bom\ufeff',
  'nel\u0085',
  'nbsp\u00a0',
  '${' + 'env:HOME}',
  '$${' + 'x}',
  'back\\slash',
  'größe 名',
  'x'.repeat(120),
  '\u001b'.repeat(120),
];

test.each(texts)('%j comes back as it was', (text) => {
  const path = pathBelow('data[]', text);
  const names = [text, 'API'];
  const expectation: Expectation = {
    endpoints,
    components: names,
    fields: { files: { [path]: { types: ['string'], optional: false } } },
    words: { files: { [path]: [text] } },
  };
  const isPath = path.length <= 160;
  const written = writtenEntries([
    entry({ components: names, expect: isPath ? expectation : { ...expectation, fields: {}, words: {} } }),
  ]);
  const deployment = deploymentOf(written);
  expect(deployment.expect?.components).toEqual(names);
  if (isPath) expect(deployment.expect).toEqual(expectation);
  // What a configuration takes for the name of a component.
  const isName = /^(?=.*\S)\P{Cc}{1,120}$/u.test(text);
  expect(deployment.components.expected).toEqual(isName ? names : ['API']);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: their absence is the point
  expect(written).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202e\ufeff]/);
});

test('a path of nothing but control characters is a key that can be read', () => {
  const path = '\u0090'.repeat(154);
  const quoted = pathBelow('', path);
  expect(quoted.length).toBeLessThanOrEqual(160);
  const expectation = {
    ...nothing,
    fields: { files: { [quoted]: { types: ['string'], optional: false } } },
  } as const;
  expect(deploymentOf(writtenEntries([entry({ expect: expectation })])).expect).toEqual(expectation);
});

test('names that no configuration takes are left out of components, and too many too', () => {
  const many = Array.from({ length: 1_200 }, (_, at) => `c${at}`);
  const deployment = deploymentOf(
    writtenEntries([entry({ components: ['n'.repeat(10_000), '\ud800', ...many] })]),
  );
  expect(deployment.components.expected).toEqual(many.slice(0, 1_000));
  expect(deployment.maxComponents).toBe(1_000);
});

test('a reference in the URL stays one', () => {
  const url = 'http://$' + '{env:HOST}/x';
  expect(writtenEntries([entry({}, url)])).toContain(`base_url: ${url}\n`);
});

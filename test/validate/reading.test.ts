// A document is read again as soon as it says anything else: what came before never shows in what is found.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readingOf } from '../../src/validate/reading.ts';
import { endpointOf } from '../../src/validate/validate.ts';
import { answer, fixture } from '../fixtures/observation.ts';
import { deploymentOf, roundOf, runOf } from './round.ts';

const status = fixture('status-v1-file-storage');
const instant = '2026-11-20T09:59:58Z';

describe('a document that says the same', () => {
  const deployment = deploymentOf('file-storage');
  const check = deployment.checks[0] ?? expect.unreachable();
  const endpoint = endpointOf(deployment, check);
  const read = (body: string) => readingOf(deployment, check, endpoint, answer('status', body));

  test('is not judged again: the very same claims', () => {
    const first = read(status);
    expect(read(status)).toBe(first);
    expect(read(`${status} `).claims?.components).toBe(first.claims?.components);
    expect(read(status.replace(instant, '2026-11-20T09:59:59Z')).claims?.components).toBe(
      first.claims?.components,
    );
  });

  test('but for its instant claims the new one', () => {
    expect(read(status).claims?.updatedAtMs).toBe(Date.parse(instant));
    const later = read(status.replace(instant, '2026-11-20T09:59:59Z'));
    expect([later.updatedAtMs, later.claims?.updatedAtMs]).toEqual(
      Array(2).fill(Date.parse('2026-11-20T09:59:59Z')),
    );
  });

  test.each([
    ['is of another deployment', status, deploymentOf('file-storage')],
    ['is too large to be kept', `${status}${' '.repeat(8 * 1024)}`, deployment],
  ])('is read anew where it %s', (_, body, of) => {
    const before = read(body);
    expect(readingOf(of, check, endpoint, answer('status', body)).claims).not.toBe(before.claims);
  });
});

const words = fc.constantFrom('operational', 'major_outage', 'no such word', 7, null);
const instants = fc.constantFrom(instant, '2026-11-20T10:00:00Z', '2126-01-01T00:00:00Z', '20 November', 0);
const names = fc.constantFrom('Upload API', 'Object Storage', 'Something Else');

/** Alike in most of what they say, so that one often differs from the last in a single place. */
const documents = fc.record(
  {
    status: words,
    version: fc.constantFrom('v1', 'v1', 'v2'),
    region: fc.constantFrom('Frankfurt', 'Dublin'),
    updated_at: instants,
    components: fc.array(fc.record({ name: names, status: words }, { requiredKeys: ['name'] }), {
      maxLength: 3,
    }),
    note: fc.jsonValue({ maxDepth: 1 }),
    data: fc.constant([]),
  },
  { requiredKeys: ['status', 'version', 'components'] },
);
const bodies = fc.oneof(
  { weight: 8, arbitrary: documents.map((document) => JSON.stringify(document)) },
  { weight: 1, arbitrary: fc.json({ maxDepth: 2 }) },
  { weight: 1, arbitrary: fc.string({ maxLength: 20 }) },
);
const headers = fc.constantFrom(
  {},
  { 'content-type': 'text/html' },
  { age: '3' },
  { 'cache-control': undefined },
);

test('one deployment asked again and again is told the same as one asked for the first time', () => {
  const answers = fc.array(fc.tuple(bodies, headers, fc.boolean(), fc.boolean()), {
    minLength: 2,
    maxLength: 8,
  });
  fc.assert(
    fc.property(answers, (asked) => {
      const known = deploymentOf('file-storage');
      let last = '';
      for (const [drawn, header, bodyIsUtf8, repeated] of asked) {
        const body = repeated ? last : drawn;
        last = body;
        const observation = answer('status', body, header, { bodyIsUtf8 });
        const first = roundOf(deploymentOf('file-storage'), { status: observation });
        expect(roundOf(known, { status: observation })).toEqual(first);
      }
    }),
    { numRuns: 300 },
  );
});

test('a field in another place is another document: findings are told in its order', () => {
  const deployment = deploymentOf('file-storage');
  const paths = (body: string) =>
    runOf(deployment, 'status', answer('status', body)).findings.map(({ path }) => path);
  const of = (extra: string) => status.replace(/}\s*$/, `,${extra}}`);
  expect(paths(of('"x":1,"y":2'))).toEqual(['x', 'y']);
  expect(paths(of('"y":2,"x":1'))).toEqual(['y', 'x']);
});

test('an instant that loses its form is told at once, and no more when it has it again', () => {
  const deployment = deploymentOf('file-storage');
  const rules = (updatedAt: string) =>
    runOf(deployment, 'status', answer('status', status.replace(instant, updatedAt))).findings.map(
      ({ rule }) => rule,
    );
  expect([rules(instant), rules('yesterday'), rules('today'), rules(instant)]).toEqual([
    [],
    ['shape.format'],
    ['shape.format'],
    [],
  ]);
});

test('nesting that fits into what is kept is no way to exhaust the stack, however often it comes', () => {
  const deployment = deploymentOf('file-storage');
  const deep = '['.repeat(3_500) + ']'.repeat(3_500);
  const body = status.replace(/}\s*$/, `,"more":${deep}}`);
  const rules = (text: string) =>
    runOf(deployment, 'status', answer('status', text)).findings.map(({ rule }) => rule);
  expect([rules(body), rules(`${body} `), rules(body)]).toEqual(Array(3).fill(['drift.unknown_field']));
});

test('an instant that was reviewed as a word is compared like one', () => {
  const reviewed = {
    endpoints: null,
    components: null,
    fields: {},
    words: { status: { updated_at: [instant] } },
  };
  const deployment = deploymentOf('file-storage', { expect: reviewed });
  const observed = (updatedAt: string) =>
    runOf(deployment, 'status', answer('status', status.replace(instant, updatedAt))).findings.map(
      (finding) => finding.observed,
    );
  expect(observed(instant)).toEqual([]);
  expect(observed('2026-11-20T09:59:59Z')).toEqual([expect.stringContaining('09:59:59')]);
  expect(observed('2026-11-20T09:59:57Z')).toEqual([expect.stringContaining('09:59:57')]);
});

test('what the clocks say has room beside however much a document says', () => {
  const fields = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`x${index}`, index]));
  const body = JSON.stringify({ ...JSON.parse(status), updated_at: '2126-01-01T00:00:00Z', ...fields });
  const { rules } = deploymentOf('file-storage');
  const deployment = deploymentOf('file-storage', { rules: { ...rules, 'drift.unknown_field': 'warning' } });
  const { findings } = runOf(deployment, 'status', answer('status', body));
  expect(findings).toHaveLength(50);
  expect(findings.map(({ rule }) => rule)).toContain('freshness.updated_at_future');
});

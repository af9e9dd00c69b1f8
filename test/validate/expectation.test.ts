// drift.expected: where an answer is not as the expect block says, and nowhere else.
import { describe, expect, test } from 'vitest';
import type { Expectation } from '../../src/model/expectation.ts';
import { secret } from '../../src/model/secret.ts';
import { answer, fixture } from '../fixtures/observation.ts';
import { deploymentOf, runOf } from './round.ts';

function findings(expectation: Partial<Expectation>, body = fixture('status-v1-file-storage'), over = {}) {
  const expected: Expectation = { endpoints: null, components: null, fields: {}, words: {}, ...expectation };
  const deployment = deploymentOf('file-storage', { expect: expected, ...over });
  return runOf(deployment, 'status', answer('status', body)).findings.filter(
    ({ rule }) => rule === 'drift.expected',
  );
}

const lines = (...args: Parameters<typeof findings>) =>
  findings(...args).map(
    ({ severity, path, expected, observed }) => `${severity} ${path}: ${expected} > ${observed}`,
  );

const components = ['API', 'Upload Service', 'Storage', 'Virus Scanning'];

describe('components', () => {
  test('the same names in any order are as expected', () => {
    expect(lines({ components: components.toReversed() })).toEqual([]);
  });

  test('a name that is missing, and one that nobody expects', () => {
    expect(lines({ components: ['API', 'Store', 'Upload Service', 'Virus Scanning'] })).toEqual([
      'info components: "Store" > nothing',
      'info components: nothing > "Storage"',
    ]);
  });

  test('the whole list is looked at, and each name is told once', () => {
    const many = Array.from({ length: 3_000 }, () => ({ name: 'API', status: 'operational' }));
    const body = JSON.stringify({
      components: [...many, { name: 'last' }, { name: 'new' }, { name: 'new' }],
    });
    expect(lines({ components: ['API', 'last'] }, body)).toEqual(['info components: nothing > "new"']);
  });

  test('long names are the same where they begin the same', () => {
    const body = JSON.stringify({ components: [{ name: `${'é'.repeat(119)}\ud83d\ude00 and more` }] });
    expect(lines({ components: [`${'é'.repeat(119)}\ufffd`] }, body)).toEqual([]);
  });

  test('a secret is taken out before a name is cut', () => {
    const body = JSON.stringify({ components: [{ name: `${'n'.repeat(110)}hunter2-token` }] });
    const found = lines({ components: ['API'] }, body, { secrets: [secret('hunter2-token')] });
    expect(found[1]).toBe(`info components: nothing > "${'n'.repeat(110)}[redacted]"`);
  });

  test('a list that cannot be read is the shape rules’ to tell', () => {
    expect(lines({ components }, '{"components": 5}')).toEqual([]);
  });
});

test('the severity is the rule’s, and an error fails the run', () => {
  const runWith = (setting: 'error' | 'warning' | 'off') => {
    const expected = { endpoints: null, components: ['x', ...components], fields: {}, words: {} };
    const over = { expect: expected, rules: { 'drift.expected': setting } };
    const body = fixture('status-v1-file-storage');
    return runOf(deploymentOf('file-storage', over), 'status', answer('status', body));
  };
  const told = { rule: 'drift.expected', path: 'components' };
  expect(runWith('warning')).toMatchObject({ findings: [{ ...told, severity: 'warning' }], reason: null });
  expect(runWith('error')).toMatchObject({ findings: [{ ...told, severity: 'error' }], reason: 'contract' });
  expect(runWith('off')).toMatchObject({ findings: [], reason: null });
});

test('a deployment of which nothing is expected is not compared', () => {
  const deployment = deploymentOf('file-storage');
  expect(deployment.expect).toBeNull();
  expect(runOf(deployment, 'status', answer('status', fixture('status-v1-file-storage'))).findings).toEqual(
    [],
  );
});

test('a cursor comes and goes where the list is walked', () => {
  const body = JSON.stringify({ ...JSON.parse(fixture('files')), next: 'abc' });
  const expected = { object: { types: ['string'], optional: false } } as const;
  const drift = (cursorField: string) => {
    const deployment = deploymentOf('file-storage', {
      expect: { endpoints: null, components: null, fields: { files: expected }, words: {} },
      pagination: { cursorField, maxPages: 20, everyMs: 60_000 },
    });
    const { findings: all } = runOf(deployment, 'files', answer('files', body));
    return all.filter(({ rule }) => rule === 'drift.expected').map(({ path }) => path);
  };
  expect(drift('next')).toEqual(['data']);
  expect(drift('cursor')).toEqual(['data', 'next']);
});

test('other information, however much, leaves room for what is not as expected', () => {
  const [file] = JSON.parse(fixture('files')).data;
  const data = Array.from({ length: 60 }, (_, at) => ({
    ...file,
    id: `fil_${at}`,
    checksum: 'sha256:short',
  }));
  const nowhere = { nowhere: { types: ['string'], optional: false } } as const;
  const deployment = deploymentOf('file-storage', {
    expect: { endpoints: null, components: null, fields: { files: { ...nowhere } }, words: {} },
  });
  const { findings: all } = runOf(
    deployment,
    'files',
    answer('files', JSON.stringify({ object: 'list', data })),
  );
  expect(all).toHaveLength(50);
  expect(all.map(({ rule, path }) => `${rule} ${path}`)).toContain('drift.expected nowhere');
});

test('a flood is cut to the bound of findings', () => {
  const many = Array.from({ length: 1_000 }, (_, index) => ({ name: `c${index}`, status: 'operational' }));
  const expectation = {
    components: ['API'],
    fields: { status: { nowhere: { types: ['string'] as const, optional: false } } },
    words: { status: { 'components[].status': ['operational'] } },
  };
  const body = JSON.stringify({ ...JSON.parse(fixture('status-v1-file-storage')), components: many });
  expect(findings(expectation, body, { components: { expected: [], exact: false } })).toHaveLength(50);
});

// Words beyond the tables and the values seen: raw, where they stand, and never a failure.
import { describe, expect, test } from 'vitest';
import type { EndpointName } from '../../src/contract/endpoints.ts';
import type { Expectation } from '../../src/model/expectation.ts';
import { answer, fixture } from '../fixtures/observation.ts';
import { deploymentOf, runOf, said } from './round.ts';

const files = deploymentOf('file-storage');
const status = (body: string, deployment = files) => runOf(deployment, 'status', answer('status', body));
/** What differs from it is told by a rule of its own. */
const expecting = (words: Expectation['words']) => ({
  expect: { endpoints: null, components: null, fields: {}, words },
  rules: { 'drift.expected': 'off' } as const,
});

describe('words that mean a state', () => {
  test('overall and components: raw, each where it stands; known words in any spelling are none', () => {
    const result = status(fixture('status-other-words'));
    expect(said(result)).toEqual([
      'info drift.unknown_word status: brownout',
      'info drift.unknown_word components[1].status: on fire',
      'info drift.unknown_word components[2].status: ',
    ]);
    expect(result.reason).toBeNull();
  });

  test('regions', () => {
    const result = runOf(
      deploymentOf('compute'),
      'regions',
      answer('regions', fixture('regions-wrong-formats')),
    );
    expect(said(result)).toContain('info drift.unknown_word data[2].status: cordoned');
    expect(said(result).filter((line) => line.includes('unknown_word'))).toHaveLength(1);
  });

  test('a word that the deployment explains is known', () => {
    const explained = deploymentOf('file-storage', { statusWords: { brownout: 'partial_outage' } });
    const words = said(status(fixture('status-other-words'), explained));
    expect(words).not.toContain('info drift.unknown_word status: brownout');
    expect(words).toHaveLength(2);
  });

  test('reviewing a word gives it no meaning: it still counts as unknown, and is still said', () => {
    const words = { status: { status: ['brownout'], 'components[].status': ['on fire', ''] } };
    const result = status(fixture('status-other-words'), deploymentOf('file-storage', expecting(words)));
    expect(said(result)).toHaveLength(3);
    const regions = { regions: { 'data[].status': ['cordoned'] } };
    const listed = runOf(
      deploymentOf('compute', expecting(regions)),
      'regions',
      answer('regions', fixture('regions-wrong-formats')),
    );
    expect(said(listed)).toContain('info drift.unknown_word data[2].status: cordoned');
  });
});

describe('other words', () => {
  /** A list whose only item is there once for each value of one field. */
  const list = (endpoint: EndpointName, field: string, values: readonly unknown[]) => {
    const { object, data } = JSON.parse(fixture(endpoint));
    const items = values.map((value, index) => ({ ...data[0], id: `${data[0].id}${index}`, [field]: value }));
    return answer(endpoint, JSON.stringify({ object, data: items }));
  };

  test.each([
    ['media', 'media', 'status', 'ready', 'Ready'],
    ['compute', 'services', 'status', 'running', 'operational'],
    ['compute', 'services', 'runtime', 'function', 'container'],
    ['monitoring', 'incidents', 'status', 'resolved', 'Resolved'],
    ['monitoring', 'incidents', 'impact', 'minor', ''],
  ] as const)(
    '%s, %s: %s is %j, and any other word is told, whatever its case',
    (kind, name, field, seen, other) => {
      const result = runOf(deploymentOf(kind), name, list(name, field, [seen, other]));
      expect(said(result)).toEqual([`info drift.unknown_word data[1].${field}: ${other}`]);
      expect(result.findings[0]?.expected).toBe(seen);
      expect(result.reason).toBeNull();
    },
  );

  test('of a checksum, the algorithm', () => {
    const checksums = ['sha256:00', 'SHA256:00', 'md5:aa:bb', 'sha256', ':00', 'sha256 :00'];
    const result = runOf(files, 'files', list('files', 'checksum', checksums));
    const words = result.findings.filter(({ rule }) => rule === 'drift.unknown_word');
    expect(words.map(({ path, expected, observed }) => [path, expected, observed])).toEqual([
      ['data[1].checksum', 'sha256', 'SHA256'],
      ['data[2].checksum', 'sha256', 'md5'],
    ]);
  });

  test('a word is told once, at its first place', () => {
    const result = runOf(
      deploymentOf('media'),
      'media',
      list('media', 'status', ['x', 'ready', 'x', 'y', 'x']),
    );
    expect(said(result)).toEqual([
      'info drift.unknown_word data[0].status: x',
      'info drift.unknown_word data[3].status: y',
    ]);
  });

  test('a word that was reviewed is none, on its endpoint and at its path', () => {
    const words = {
      services: { 'data[].status': ['paused', '__proto__'] },
      files: { 'data[].checksum': ['md5'] },
    };
    const reviewed = deploymentOf('compute', expecting(words));
    const paused = list('services', 'status', ['paused', '__proto__', 'constructor']);
    const result = runOf(reviewed, 'services', paused);
    expect(said(result)).toEqual(['info drift.unknown_word data[2].status: constructor']);
    expect(result.findings[0]?.expected).toBe('running, paused, __proto__');
    const runtimes = runOf(reviewed, 'services', list('services', 'runtime', ['paused']));
    expect(said(runtimes)).toEqual(['info drift.unknown_word data[0].runtime: paused']);
    const digests = deploymentOf('file-storage', expecting(words));
    expect(said(runOf(digests, 'files', list('files', 'checksum', ['md5:00'])))).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import type { Fault } from '../../src/simulate/faults.ts';
import { faultsAt, msToNextStep, parseScenario, ScenarioError } from '../../src/simulate/scenario.ts';

const gzip: Fault = { type: 'gzip' };
const slow: Fault = { type: 'latency', ms: 300, endpoint: 'status' };

const text = `
steps:
  - { at: 20s, deployment: media, clear: true }
  - { at: 10s, deployment: media, fault: { type: gzip } }
  - at: 500ms
    deployment: compute
    fault: { type: latency, ms: 300, endpoint: status }
  - { at: 15s, deployment: media, fault: { type: latency, ms: 300, endpoint: status } }
`;

describe('the timeline', () => {
  const once = parseScenario(text, 'once.yaml');

  it('is read in the order of time', () => {
    expect(once).toEqual({
      repeatMs: null,
      steps: [
        { atMs: 500, deployment: 'compute', fault: slow },
        { atMs: 10_000, deployment: 'media', fault: gzip },
        { atMs: 15_000, deployment: 'media', fault: slow },
        { atMs: 20_000, deployment: 'media', fault: null },
      ],
    });
  });

  it.each([
    ['media', 0, []],
    ['media', 9_999, []],
    ['media', 10_000, [gzip]],
    ['media', 15_000, [gzip, slow]],
    ['media', 20_000, []],
    ['media', 90_000_000, []],
    ['compute', 499, []],
    ['compute', 500, [slow]],
    ['compute', 90_000_000, [slow]],
    ['monitoring', 15_000, []],
  ] as const)('%s after %i ms has %j', (deployment, elapsedMs, faults) => {
    expect(faultsAt(once, deployment, elapsedMs)).toEqual(faults);
  });

  it.each([
    [0, 500],
    [500, 9_500],
    [19_999, 1],
    [20_000, null],
  ])('after %i ms the next step is %s ms away', (elapsedMs, waitMs) => {
    expect(msToNextStep(once, elapsedMs)).toBe(waitMs);
  });
});

describe('a repeated timeline', () => {
  const repeated = parseScenario(`repeat: 60s\n${text}`, 'repeated.yaml');

  it.each([
    ['compute', 59_999, [slow]],
    // A new beginning is without faults.
    ['compute', 60_000, []],
    ['compute', 60_500, [slow]],
    ['media', 6_010_000, [gzip]],
  ] as const)('%s after %i ms has %j', (deployment, elapsedMs, faults) => {
    expect(faultsAt(repeated, deployment, elapsedMs)).toEqual(faults);
  });

  it.each([
    [20_000, 40_000],
    [60_000, 500],
    [79_000, 1_000],
  ])('after %i ms the next step is %i ms away', (elapsedMs, waitMs) => {
    expect(msToNextStep(repeated, elapsedMs)).toBe(waitMs);
  });
});

function errorOf(text: string): string {
  try {
    parseScenario(text, 's.yaml');
  } catch (error) {
    if (error instanceof ScenarioError) return error.message;
    throw error;
  }
  return 'no error';
}

describe('what is wrong is told with file, line, column and path', () => {
  const step = (text: string) => `steps:\n  - { ${text} }\n`;

  it.each([
    [
      'steps: [',
      's.yaml:1:9: Flow sequence in block collection must be sufficiently indented and end with a ]',
    ],
    ['', 's.yaml:1:1: Invalid input: expected object, received null'],
    ['steps: 3', 's.yaml:1:8: steps: Invalid input: expected array, received number'],
    ['steps: []\nrepet: 3s', 's.yaml:1:1: Unrecognized key: "repet"'],
    ['repeat: 0s\nsteps: []', 's.yaml:1:9: repeat: expected more than 0'],
    ['repeat: 25h\nsteps: []', 's.yaml:1:9: repeat: expected at most 24h'],
    [
      step('at: 10, deployment: media, clear: true'),
      's.yaml:2:11: steps[0].at: expected a duration like 10s (units ms, s, m, h)',
    ],
    [
      step('at: 10d, deployment: media, clear: true'),
      's.yaml:2:11: steps[0].at: expected a duration like 10s (units ms, s, m, h)',
    ],
    [
      step('at: 1s, deployment: medea, clear: true'),
      's.yaml:2:27: steps[0].deployment: Invalid option: expected one of "file-storage"|"media"|"monitoring"|"compute"',
    ],
    [step('at: 1s, deployment: media'), 's.yaml:2:5: steps[0]: expected either fault or clear: true'],
    [
      step('at: 1s, deployment: media, clear: true, fault: { type: gzip }'),
      's.yaml:2:5: steps[0]: expected either fault or clear: true',
    ],
    [
      step('at: 1s, deployment: media, fault: { type: hang, endpoint: files }'),
      's.yaml:2:65: steps[0].fault.endpoint: expected one of status, media',
    ],
    [
      step('at: 1s, deployment: media, fault: { type: lost_component, component: Registry }'),
      's.yaml:2:76: steps[0].fault.component: expected one of API, Media Processing, Delivery, Storage',
    ],
    [
      `repeat: 10s\n${step('at: 10s, deployment: media, clear: true')}`,
      's.yaml:3:11: steps[0].at: expected an instant before repeat',
    ],
  ])('%j', (text, message) => {
    expect(errorOf(text)).toBe(message);
  });

  it.each([
    ['steps: *a', 's.yaml:1:8: Unresolved alias (the anchor must be set before the alias): a'],
    [
      'steps: []\nx: *a\ny: &a 1',
      's.yaml:2:4: Unresolved alias (the anchor must be set before the alias): a',
    ],
    [
      `a: &a [1,1,1,1,1]\n${[...'bcdefg'].map((name, at) => `${name}: &${name} [${`*${'abcdef'[at]},`.repeat(9)}]`).join('\n')}`,
      's.yaml:2:8: Excessive alias count indicates a resource exhaustion attack',
    ],
  ])('%j, an alias that cannot be followed', (text, message) => {
    expect(errorOf(text)).toBe(message);
  });

  it('all at once', () => {
    const lines = errorOf(`repeat: soon\n${step('at: 1s, deployment: media, fault: { type: drip }')}`).split(
      '\n',
    );
    expect(lines.map((line) => line.split(': ', 2).join(': '))).toEqual([
      's.yaml:1:9: repeat',
      's.yaml:3:41: steps[0].fault.bytes',
      's.yaml:3:41: steps[0].fault.every_ms',
    ]);
  });
});

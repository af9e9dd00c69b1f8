import { describe, expect, test } from 'vitest';
import { createFailureLog, createLog } from '../src/log.ts';

function recorded(level: 'info' | 'warn' = 'info') {
  const lines: Record<string, unknown>[] = [];
  return { lines, log: createLog(level, (line) => lines.push(JSON.parse(line))) };
}

describe('a line', () => {
  test('has level, ISO time, event and message, and nothing of the machine', () => {
    const { lines, log } = recorded();
    log.info({ event: 'agent.started' }, 'started');
    expect(lines).toEqual([
      { level: 'info', time: expect.stringMatching(/^\d{4}-.*Z$/), event: 'agent.started', msg: 'started' },
    ]);
  });

  test('below the level is not written', () => {
    const { lines, log } = recorded('warn');
    log.info('no');
    log.warn('yes');
    expect(lines.map((line) => line.msg)).toEqual(['yes']);
  });
});

describe('our own failures', () => {
  test('are logged once a kind and minute, with their stage', () => {
    const { lines, log } = recorded();
    let nowMs = 0;
    const report = createFailureLog(log, () => nowMs);
    report('store', new Error('disk full'));
    report('store', new Error('disk full'));
    report('round', new Error('disk full'));
    nowMs = 59_999;
    report('store', new Error('disk full'));
    nowMs = 60_000;
    report('store', new Error('disk full'));
    expect(lines.map(({ stage, msg }) => `${stage}: ${msg}`)).toEqual([
      'store: disk full',
      'round: disk full',
      'store: disk full',
    ]);
  });

  test('of ever new kinds do not fill the memory: the kinds remembered are bounded', () => {
    const { lines, log } = recorded();
    const report = createFailureLog(log, () => 0);
    report('round', 'first');
    for (let index = 0; index < 1_000; index += 1) report('round', `kind ${index}`);
    report('round', 'first');
    // Forgotten with the rest at the bound, so it is told again.
    expect(lines.filter((line) => line.msg === 'first')).toHaveLength(2);
  });
});

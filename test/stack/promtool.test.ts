// Prometheus' own tools read our rendering: promtool lints the text and parses the OpenMetrics form.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { textOf } from '../fixtures/exposition.ts';
import { toldMetrics } from '../fixtures/told-metrics.ts';
import { twoDeployments } from '../fixtures/two-deployments.ts';
import { isMissing } from './tools.ts';

const absent = isMissing('promtool');

/** With series of every family. */
const rendering = (format: 'text' | 'openmetrics') => textOf(toldMetrics().render(twoDeployments, format));

it.skipIf(absent)('promtool check metrics accepts the text', async () => {
  const input = await rendering('text');
  expect(input).toContain('picket_check_failure_reasons_total{');
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input, encoding: 'utf8' });
  expect({ status, said: stdout + stderr }).toEqual({ status: 0, said: '' });
});

it.skipIf(absent)('promtool reads every OpenMetrics series', async () => {
  const text = await rendering('openmetrics');
  const folder = mkdtempSync(join(tmpdir(), 'picket-openmetrics-'));
  try {
    const file = join(folder, 'metrics.om');
    // Only series with a time can be stored, which is how promtool shows that it has read them.
    writeFileSync(file, text.replace(/^(?!#)(.+)$/gm, '$1 1700000000'));
    const args = ['tsdb', 'create-blocks-from', 'openmetrics', file, folder];
    const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const stored = stdout.trimEnd().split('\n').at(-1)?.split(/\s+/)[6];
    expect(Number(stored)).toBe(Number(/^picket_series (\d+)$/m.exec(text)?.[1]));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

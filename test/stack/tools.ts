// Servers and tools from the system: where one is absent its tests are skipped with a notice, and in CI they fail.
import { spawnSync } from 'node:child_process';

/** The Debian package of each. */
const packages = {
  prometheus: 'prometheus',
  promtool: 'prometheus',
  'prometheus-alertmanager': 'prometheus-alertmanager',
  amtool: 'prometheus-alertmanager',
  chromium: 'chromium',
} as const;

/** Whether tests that need `tool` are to be skipped; throws in CI, where it must be there. */
export function isMissing(tool: keyof typeof packages): boolean {
  if (spawnSync(tool, ['--version']).error === undefined) return false;
  const notice = `${tool} is absent (Debian package ${packages[tool]})`;
  if (process.env.CI === 'true') throw new Error(notice);
  process.stderr.write(`${notice}: what needs it is skipped\n`);
  return true;
}

// What the agent tells of its latest runs, read from a page of its metrics.
import type { Reported } from './truth.ts';

const line = /^picket_check_(?:phase|last_run_timestamp)_seconds\{([^}]*)\} (\S+)$/gm;
const label = /(\w+)="([^"]*)"/g;

/** `pathOf` says what the origin was asked for. */
export function reportsIn(page: string, pathOf: (deployment: string, check: string) => string): Reported[] {
  const checks = new Map<string, { path: string; seconds: Record<string, number> }>();
  for (const [, labels = '', value] of page.matchAll(line)) {
    const named = Object.fromEntries([...labels.matchAll(label)].map(([, name, text]) => [name, text]));
    const { deployment = '', check = '', phase = 'at' } = named;
    const key = `${deployment}/${check}`;
    const held = checks.get(key) ?? { path: pathOf(deployment, check), seconds: {} };
    held.seconds[phase] = Number(value);
    checks.set(key, held);
  }
  return [...checks.values()].flatMap(({ path, seconds: { at, connect, first_byte, transfer } }) => {
    if (at === undefined || first_byte === undefined || transfer === undefined) return [];
    const connectMs = connect === undefined ? null : 1000 * connect;
    return [{ path, atMs: 1000 * at, answerMs: 1000 * (first_byte + transfer), connectMs }];
  });
}

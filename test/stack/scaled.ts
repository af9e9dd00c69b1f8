// The shipped rules and routes at another pace: the only thing that a test of minutes changes in them.

const duration = /(?:\d+(?:ms|[smhdwy]))+/;
const unitMs: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
  y: 31_536_000_000,
};

/**
 * Every `for`, `keep_firing_for` and `interval` of a rule file, and every range in brackets, is divided; names,
 * expressions, thresholds and labels stay. A number of seconds that an expression compares with is a threshold.
 */
export function scaledRules(text: string, by: number): string {
  const ranges = new RegExp(`\\[(${duration.source})(:(?:${duration.source})?)?\\]`, 'g');
  return scaledKeys(text, ['for', 'keep_firing_for', 'interval'], by).replace(
    ranges,
    (_, range: string, step = '') => `[${divided(range, by)}${step && `:${divided(step.slice(1), by)}`}]`,
  );
}

/** The waits of Alertmanager's routes, likewise. */
export function scaledRoutes(text: string, by: number): string {
  return scaledKeys(text, ['group_wait', 'group_interval', 'repeat_interval'], by);
}

function scaledKeys(text: string, keys: readonly string[], by: number): string {
  const lines = new RegExp(`^([ -]*(?:${keys.join('|')}): )(${duration.source})(?=\\s|$)`, 'gm');
  return text.replace(lines, (_, key: string, value: string) => `${key}${divided(value, by)}`);
}

/** In whole ms, at least one where there were any; nothing stays nothing. */
function divided(text: string, by: number): string {
  let ms = 0;
  for (const [, count, unit = ''] of text.matchAll(/(\d+)(ms|[smhdwy])/g)) {
    ms += Number(count) * (unitMs[unit] ?? 0);
  }
  return text === '' ? '' : `${ms === 0 ? 0 : Math.max(1, Math.round(ms / by))}ms`;
}

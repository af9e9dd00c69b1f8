// The states of a deployment in order: the index of each is how bad it is, 0 is well.

/** @type {readonly string[]} */
export const states = [
  'operational',
  'under_maintenance',
  'unknown',
  'degraded_performance',
  'partial_outage',
  'major_outage',
];

/** @param {string} state */
export function severityOf(state) {
  return states.indexOf(state);
}

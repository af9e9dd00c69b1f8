// The words states, reasons and phases are told in: closed lists, whose order means something.

/** Worst-of order; the index is the numeric code in metrics. */
export const states = [
  'operational',
  'under_maintenance',
  'unknown',
  'degraded_performance',
  'partial_outage',
  'major_outage',
] as const;
export type State = (typeof states)[number];

export function stateCode(state: State): number {
  return states.indexOf(state);
}

/** The worst of some states; `none` for no states at all. */
export function worstOf(all: readonly State[], none: State): State {
  return all.length === 0 ? none : (states[Math.max(...all.map(stateCode))] ?? none);
}

/** Why a run failed, in the closed order in which the first that holds is the reason. */
export const reasons = [
  'dns',
  'connect',
  'tls',
  'timeout',
  'reset',
  'protocol',
  'http_status',
  'redirect',
  'too_large',
  'encoding',
  'content_type',
  'json',
  'schema',
  'version',
  'components',
  'contract',
] as const;
export type Reason = (typeof reasons)[number];

export const phaseNames = ['dns', 'connect', 'tls', 'first_byte', 'transfer'] as const;
export type PhaseName = (typeof phaseNames)[number];

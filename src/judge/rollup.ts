// Many causes to one state: of a deployment with what makes it so, and of a fleet.
import type { CheckState, DeploymentState, Streak } from '../model/belief.ts';
import type { CheckName, Deployment } from '../model/deployment.ts';
import type { State } from '../model/states.ts';
import { stateCode, states, worstOf } from '../model/states.ts';
import { isPending } from './streak.ts';
import {
  failingWording,
  noAnswerWording,
  plainWording,
  textOf,
  unreachableWording,
  type Wording,
} from './wording.ts';
import { isHeard } from './words.ts';

/** What a deployment's state is made of. */
type Believed = Pick<DeploymentState, 'checks' | 'overall' | 'components'>;

export interface Verdict {
  readonly state: State;
  /** Whose answers it rests on; `status` when operational. */
  readonly check: CheckName;
  /** What the cause is about, the same in every round; empty when operational. */
  readonly lead: string;
  /** The lead with what the latest run showed of it; null when operational. */
  readonly cause: string | null;
  /** The target makes it so; false where we do not know enough (stale, never run, not confirmed). */
  readonly blamesTarget: boolean;
}

/** `target`: confirmed. `unsure`: no fresh answer, or a word that says nothing. `pending`: not confirmed yet. */
interface Cause extends Wording {
  readonly state: State;
  readonly check: CheckName;
  readonly ground: 'target' | 'unsure' | 'pending';
}

/**
 * The worst confirmed cause. Green is lost only to what is confirmed, and taken up only
 * when nothing just read speaks against it: until then what is pending holds the deployment at `unknown`.
 */
export function verdictOf(
  deployment: Deployment,
  believed: Believed,
  before: Pick<DeploymentState, 'status' | 'cause'>,
): Verdict {
  const green = isGreen(before.status);
  const all = [
    ...statusCauses(believed.checks.status),
    ...wordCauses(believed),
    ...otherCauses(deployment, believed),
    ...slowCauses(deployment, believed),
  ];
  let worst: Cause = { state: 'operational', check: 'status', lead: '', detail: '', ground: 'unsure' };
  for (const cause of all) {
    if (weight(cause) > weight(worst) && !(green && cause.ground === 'pending')) worst = cause;
  }
  const cause = worst.lead === '' ? null : textOf(worst, before.cause);
  const { state, check, lead, ground } = worst;
  return { state, check, lead, cause, blamesTarget: ground === 'target' };
}

/** Nothing to be told of: planned work is no outage. */
export function isGreen(state: State): boolean {
  return state === 'operational' || state === 'under_maintenance';
}

/** Half or more of the critical ones out is the fleet's outage. Without critical deployments nothing is known. */
export function fleetState(views: readonly { readonly critical: boolean; readonly status: State }[]): State {
  const critical = views.filter((view) => view.critical).map((view) => view.status);
  const down = critical.filter((status) => status === 'major_outage').length;
  const worst = worstOf(critical, 'unknown');
  if (down === 0) return worst;
  return down * 2 >= critical.length ? 'major_outage' : 'partial_outage';
}

/** Of equally bad causes the one the target answers for comes first, then the one named first. */
function weight({ state, ground }: Cause): number {
  return stateCode(state) * 2 + (ground === 'target' ? 1 : 0);
}

function statusCauses(check: CheckState | undefined): Cause[] {
  if (!check?.fresh) {
    return [{ ...noAnswerWording('status', check), state: 'unknown', check: 'status', ground: 'unsure' }];
  }
  if (check.reachable.confirmed === 1) {
    return [{ ...unreachableWording(check), state: 'major_outage', check: 'status', ground: 'target' }];
  }
  if (check.up.confirmed === 1) {
    return [{ ...failingWording(check), state: 'unknown', check: 'status', ground: 'target' }];
  }
  return pending(check.up, 'status', 'status check');
}

/** What a failing status check still says in the documented shape makes things worse, never better. */
function wordCauses({ checks: { status }, overall, components }: Believed): Cause[] {
  if (!isHeard(status)) return [];
  return [
    ...components
      .filter(isUnsettled)
      .flatMap(({ name, streak }) => [
        ...reported(streak, (word) => `${name} reports ${word ?? 'no known status'}`),
        ...pending(streak, 'status', name),
      ]),
    ...overallCauses(overall.streak),
    ...pending(overall.streak, 'status', 'overall status'),
  ];
}

/** Anything but confirmed as operational, with nothing that speaks against it. */
function isUnsettled({ streak }: Believed['components'][number]): boolean {
  return streak.confirmed !== 0 || isPending(streak);
}

function reported({ confirmed }: Streak, lead: (word: State | null) => string): Cause[] {
  const state = states[confirmed ?? 0] ?? 'unknown';
  if (state === 'operational') return [];
  const wording = plainWording(lead(state === 'unknown' ? null : state));
  return [{ ...wording, state, check: 'status', ground: 'target' }];
}

/** An overall word in no table, alone, blames nobody. */
function overallCauses(streak: Streak): Cause[] {
  return reported(streak, (word) => `overall status is ${word ?? 'not a known word'}`).map((cause) => ({
    ...cause,
    ground: cause.state === 'unknown' ? 'unsure' : cause.ground,
  }));
}

/** One that has not run yet is pending like any other that has confirmed nothing. */
function otherCauses({ checks }: Deployment, believed: Believed): Cause[] {
  return checks.flatMap(({ endpoint }): Cause[] => {
    const check = believed.checks[endpoint];
    if (endpoint === 'status' || check === undefined) return [];
    if (!check.fresh && check.lastRunMs !== null) {
      return [{ ...noAnswerWording(endpoint, check), state: 'unknown', check: endpoint, ground: 'unsure' }];
    }
    if (check.up.confirmed === 1) {
      const wording = failingWording(check);
      return [{ ...wording, state: 'degraded_performance', check: endpoint, ground: 'target' }];
    }
    return pending(check.up, endpoint, `${endpoint} check`);
  });
}

/** Of each check on its own: what one is asked for says nothing of how fast another answers. */
function slowCauses({ degradedAboveMs, checks }: Deployment, believed: Believed): Cause[] {
  if (degradedAboveMs === null) return [];
  return checks.flatMap(({ endpoint }): Cause[] => {
    const check = believed.checks[endpoint];
    if (!check?.fresh) return [];
    if (check.slow.confirmed !== 1) {
      return pending(check.slow, endpoint, `response time of the ${endpoint} check`);
    }
    const lead = plainWording(`${endpoint} check is slower than ${degradedAboveMs} ms`);
    return [{ ...lead, state: 'degraded_performance', check: endpoint, ground: 'target' }];
  });
}

function pending(streak: Streak, check: CheckName, subject: string): Cause[] {
  if (!isPending(streak)) return [];
  return [{ ...plainWording(`${subject} is not confirmed yet`), state: 'unknown', check, ground: 'pending' }];
}

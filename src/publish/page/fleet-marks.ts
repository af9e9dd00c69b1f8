// What a row of the fleet says of the certificate and of the contract: in words, with a mark where somebody has to act.
import type { Certificate } from '../../model/round.ts';
import type { DeploymentView } from '../../model/snapshot.ts';
import type { State } from '../../model/states.ts';
import { currentContradictions } from '../deployment.ts';
import { certificateState } from './certificate-state.ts';
import { type Html, html } from './html.ts';
import { marked } from './mark.ts';

const dayMs = 86_400_000;
const warning: State = 'degraded_performance';
const grave: State = 'major_outage';

/** Of a deployment over https that was reached; else nothing. */
export function certificateMark(certificate: Certificate | null, atMs: number): Html {
  if (certificate === null) return html``;
  const state = certificateState(certificate, atMs);
  const text = certificateInWords(certificate, atMs);
  return state === 'operational' ? html`<small>${text}</small>` : marked(state, text);
}

function certificateInWords({ notAfterMs, error }: Certificate, atMs: number): string {
  if (notAfterMs !== null && notAfterMs <= atMs) return 'Certificate expired';
  if (error !== null) return `Certificate: ${error}`;
  if (notAfterMs === null) return 'Certificate without a date';
  return `Certificate ${Math.floor((notAfterMs - atMs) / dayMs)} d left`;
}

/** Of the checks with a fresh run; kept where each of them was answered as it should be, and no check is without one. */
export function contractMark({ deployment, state }: DeploymentView): Html {
  const fresh = deployment.checks.flatMap(({ endpoint }) => {
    const check = state.checks[endpoint];
    return check?.fresh && check.last !== null ? [check] : [];
  });
  let [errors, warnings] = [0, 0];
  for (const { last, walk } of fresh) {
    for (const { severity } of [...(last?.findings ?? []), ...(walk?.findings ?? [])]) {
      if (severity === 'error') errors += 1;
      else if (severity === 'warning') warnings += 1;
    }
  }
  const contradictions = currentContradictions(state).length;
  const told = [
    counted(errors, 'error'),
    counted(warnings, 'warning'),
    counted(contradictions, 'contradiction'),
  ].filter((text) => text !== '');
  const isKept =
    fresh.length === deployment.checks.length && fresh.every(({ last }) => last?.reason === null);
  if (told.length === 0) return html`<small>Contract ${isKept ? 'kept' : 'unknown'}</small>`;
  return marked(errors > 0 ? grave : warning, `Contract: ${told.join(', ')}`);
}

function counted(count: number, noun: string): string {
  if (count === 0) return '';
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

// States, walks and times as the pages tell them.
import type { Walk } from '../../model/round.ts';
import { type PhaseName, phaseNames, type State } from '../../model/states.ts';
import { timestamp } from '../document.ts';
import { type Html, html } from './html.ts';

export const inWords: Readonly<Record<State, string>> = {
  operational: 'Operational',
  under_maintenance: 'Under maintenance',
  unknown: 'Unknown',
  degraded_performance: 'Degraded performance',
  partial_outage: 'Partial outage',
  major_outage: 'Major outage',
};

export const endInWords: Readonly<Record<Walk['end'], string>> = {
  last_page: 'to the last page',
  max_pages: 'up to the most pages allowed',
  loop: 'until the cursor came round again',
  failed: 'until a page could not be had',
};

export function milliseconds(ms: number): string {
  return `${ms.toFixed(1)} ms`;
}

/** `dns 1.0 ms, connect 2.0 ms`; what did not happen is left out. */
export function phasesInWords(phases: Readonly<Partial<Record<PhaseName, number>>>): string {
  return phaseNames
    .flatMap((name) => {
      const ms = phases[name];
      return ms === undefined ? [] : `${name} ${milliseconds(ms)}`;
    })
    .join(', ');
}

/** `2026-11-21 18:12:36 UTC`, of an instant in epoch ms or as the API writes it; modules tell it in the reader's zone. */
export function moment(at: number | string): Html {
  const iso = typeof at === 'number' ? timestamp(at) : at;
  const utc = `${iso.replace('T', ' ').replace('Z', '')} UTC`;
  return html`<time datetime="${iso}" title="${utc}">${utc}</time>`;
}

/** The same where there are a thousand: modules give it the title as they rewrite its text. */
export function instant(atMs: number): Html {
  const iso = timestamp(atMs);
  return html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC</time>`;
}

/** `37 ms`, `1.25 s`: for a glance. */
export function latencyInWords(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(2)} s`;
  return ms >= 10 ? `${Math.round(ms)} ms` : `${ms.toFixed(1)} ms`;
}

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

const units = [
  { name: 'd', ms: 86_400_000 },
  { name: 'h', ms: 3_600_000 },
  { name: 'min', ms: 60_000 },
  { name: 's', ms: 1_000 },
];

/** `45 s`, `12 min`, `1 h 5 min`, `3 d 2 h`: whole units that have passed; hours and days with the next smaller unit. */
export function duration(ms: number): string {
  const index = units.findIndex((unit) => ms >= unit.ms);
  const [unit, smaller] = units.slice(index);
  if (index === -1 || unit === undefined) return '0 s';
  const whole = `${Math.floor(ms / unit.ms)} ${unit.name}`;
  const rest = smaller === undefined ? 0 : Math.floor((ms % unit.ms) / smaller.ms);
  return unit.ms < 3_600_000 || rest === 0 ? whole : `${whole} ${rest} ${smaller?.name}`;
}

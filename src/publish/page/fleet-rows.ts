// Rows of the fleet as they were written last: most are the same when the next reader asks a moment later.
import type { DeploymentView } from '../../model/snapshot.ts';
import { fleetRow, type Past } from './fleet-row.ts';

const hourMs = 3_600_000;

interface Written extends Past {
  readonly prefix: string;
  readonly index: number;
  /** Days left, and the hours of the line, move with it. */
  readonly hour: number;
  readonly markup: string;
}

/** A view and a chronicle are other objects whenever something of them is another. */
const written = new WeakMap<DeploymentView, Written>();

/** What fleetRow writes. */
export function writtenRow(
  view: DeploymentView,
  { chronicle, uptime }: Past,
  prefix: string,
  index: number,
  atMs: number,
): string {
  const hour = Math.floor(atMs / hourMs);
  const known = written.get(view);
  const isSame =
    known?.chronicle === chronicle &&
    known.uptime === uptime &&
    known.index === index &&
    known.hour === hour &&
    known.prefix === prefix;
  if (isSame) return known.markup;
  const { markup } = fleetRow(view, { chronicle, uptime }, prefix, index, atMs);
  written.set(view, { chronicle, uptime, prefix, index, hour, markup });
  return markup;
}

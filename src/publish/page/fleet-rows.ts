// Rows of the fleet as they were written last: most are the same when the next reader asks a moment later.
import type { Chronicle } from '../../model/history.ts';
import type { DeploymentView } from '../../model/snapshot.ts';
import { fleetRow } from './fleet-row.ts';

const hourMs = 3_600_000;

interface Written {
  readonly chronicle: Chronicle;
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
  chronicle: Chronicle,
  prefix: string,
  index: number,
  atMs: number,
): string {
  const hour = Math.floor(atMs / hourMs);
  const known = written.get(view);
  const isSame =
    known?.chronicle === chronicle && known.index === index && known.hour === hour && known.prefix === prefix;
  if (isSame) return known.markup;
  const { markup } = fleetRow(view, chronicle, prefix, index, atMs);
  written.set(view, { chronicle, prefix, index, hour, markup });
  return markup;
}

// A YAML text as plain values, with the place in the text that each of them came from.
import type { Outside } from './interpolate.ts';
import type { Draft, Path } from './issues.ts';
import { type Lines, linesOf } from './lines.ts';
import { parsePatiently } from './patient-nodes.ts';
import { parseQuickly } from './quick-nodes.ts';
import { type Entry, type Place, readNode } from './read-node.ts';

export interface Source {
  /** Mappings have no prototype; aliases and merge keys are resolved, references substituted. */
  readonly root: unknown;
  readonly places: ReadonlyMap<unknown, Place>;
  readonly lines: Lines;
  readonly problems: readonly Draft[];
}

/** Never throws: what is wrong with the text is in `problems`, and then `root` may be incomplete. */
export function readSource(text: string, outside: Outside): Source {
  const lines = linesOf(text);
  const places = new Map<unknown, Place>();
  const quick = parseQuickly(text);
  const { root: node, faults } = quick === null ? parsePatiently(text) : { root: quick, faults: [] };
  const problems: Draft[] = faults.map((fault) => ({ path: [], expected: 'valid YAML', ...fault }));
  if (node === null || problems.length > 0) return { root: null, places, lines, problems };
  const root = readNode(node, { outside, places, problems });
  return { root, places, lines, problems };
}

/** The entry at a path; undefined where there is none. */
export function entryAt(source: Source, path: Path): Entry | undefined {
  const container = valueAt(source, path.slice(0, -1));
  return source.places.get(container)?.entries.get(path.at(-1) ?? '');
}

/** The value at a path; undefined where there is none. */
export function valueAt(source: Source, path: Path): unknown {
  return path.reduce<unknown>(childOf, source.root);
}

/** Own keys only. */
export function childOf(container: unknown, key: string | number): unknown {
  if (typeof container !== 'object' || container === null || !Object.hasOwn(container, key)) return undefined;
  return (container as Readonly<Record<string | number, unknown>>)[key];
}

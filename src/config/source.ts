// A YAML text as plain values, with the place in the text that each of them came from.
import { type Document, LineCounter, parseDocument } from 'yaml';
import type { Outside } from './interpolate.ts';
import type { Draft, Path } from './issues.ts';
import { type Entry, type Place, readNode } from './read-node.ts';

export interface Source {
  /** Mappings have no prototype; aliases and merge keys are resolved, references substituted. */
  readonly root: unknown;
  readonly places: ReadonlyMap<unknown, Place>;
  readonly lines: LineCounter;
  readonly problems: readonly Draft[];
}

/** Never throws: what is wrong with the text is in `problems`, and then `root` may be incomplete. */
export function readSource(text: string, outside: Outside): Source {
  const lines = new LineCounter();
  const { document, problems } = parseYaml(text, lines);
  if (document === null || problems.length > 0) return { root: null, places: new Map(), lines, problems };
  const places = new Map<unknown, Place>();
  const root = readNode(document.contents, { outside, places, problems });
  return { root, places, lines, problems };
}

function parseYaml(
  text: string,
  lines: LineCounter,
): { readonly document: Document.Parsed | null; readonly problems: Draft[] } {
  try {
    // Unique keys are checked in read-node.ts, in linear time; pretty errors would quote lines, secrets included.
    const document = parseDocument(text, {
      schema: 'core',
      stringKeys: true,
      resolveKnownTags: false,
      uniqueKeys: false,
      prettyErrors: false,
      lineCounter: lines,
    });
    const problems = [...document.errors, ...document.warnings].map(({ code, pos, message }) => ({
      path: [],
      offset: pos[0],
      expected: 'valid YAML',
      observed:
        code === 'RESOURCE_EXHAUSTION' ? 'nesting without end' : message.replace(/(: "|; please ).*$/s, ''),
    }));
    return { document, problems };
  } catch {
    const observed = 'what the YAML parser cannot read';
    return { document: null, problems: [{ path: [], expected: 'valid YAML', observed }] };
  }
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

// A YAML text as plain values, with the place in the text that each of them came from.
import { type Document, LineCounter, parseDocument, type YAMLError } from 'yaml';
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
    const problems = [...document.errors, ...document.warnings].map(({ code, pos }) => ({
      path: [],
      offset: pos[0],
      expected: 'valid YAML',
      observed: sentences[code],
    }));
    return { document, problems };
  } catch {
    const observed = 'what the YAML parser cannot read';
    return { document: null, problems: [{ path: [], expected: 'valid YAML', observed }] };
  }
}

/** By the parser's code alone: its messages quote the text, secrets included. */
const sentences: Readonly<Record<YAMLError['code'], string>> = {
  ALIAS_PROPS: 'an alias with an anchor or a tag',
  BAD_ALIAS: 'an alias or anchor without a name, or ending in a colon',
  BAD_COLLECTION_TYPE: 'a tag for another kind of value',
  BAD_DIRECTIVE: 'a directive that is not known',
  BAD_DQ_ESCAPE: 'an escape that is not known in a text in double quotes',
  BAD_INDENT: 'an indentation that does not fit',
  BAD_PROP_ORDER: 'an anchor or tag in front of what it cannot stand before',
  BAD_SCALAR_START: 'a text that needs quotes: it begins with a reserved character',
  BLOCK_AS_IMPLICIT_KEY: 'a list or mapping on the line of a key',
  BLOCK_IN_FLOW: 'an indented block within brackets',
  DUPLICATE_KEY: 'a key twice',
  IMPOSSIBLE: 'what the YAML parser cannot read',
  KEY_OVER_1024_CHARS: 'a key of more than 1024 characters',
  MISSING_CHAR: 'something missing: a quote, bracket, comma, colon or blank',
  MULTILINE_IMPLICIT_KEY: 'a key on more than one line',
  MULTIPLE_ANCHORS: 'more than one anchor',
  MULTIPLE_DOCS: 'more than one document',
  MULTIPLE_TAGS: 'more than one tag',
  NON_STRING_KEY: 'a key that is no text',
  RESOURCE_EXHAUSTION: 'nesting without end',
  TAB_AS_INDENT: 'a tab as indentation',
  TAG_RESOLVE_FAILED: 'a tag',
  UNEXPECTED_TOKEN: 'a character where it cannot stand',
};

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

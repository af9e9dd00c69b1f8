// A YAML text as nodes where the fast reader stops: by a parser that goes on after a mistake, and tells every one.
import {
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type ParsedNode,
  parseDocument,
  Scalar,
  type YAMLError,
} from 'yaml';
import type { Node, Nodes, Pair } from './nodes.ts';

/** Pretty errors would quote lines, secrets included. Unique keys are checked in read-node.ts, in linear time. */
const options = {
  schema: 'core',
  stringKeys: true,
  resolveKnownTags: false,
  uniqueKeys: false,
  prettyErrors: false,
} as const;

/** Every fault there is, or the nodes: also of what is a little off, as a bracket that closes at the start of a line. */
export function parsePatiently(text: string): Nodes {
  try {
    const { contents, errors, warnings } = parseDocument(text, options);
    // YAML has it that an unknown directive is passed over.
    const heeded = warnings.filter(({ code }) => code !== 'BAD_DIRECTIVE');
    const faults = [...errors, ...heeded].map(({ code, pos }) => ({
      offset: pos[0],
      observed: sentences[code],
    }));
    return { root: contents === null || faults.length > 0 ? null : nodeOf(contents, 0), faults };
  } catch {
    return { root: null, faults: [{ offset: 0, observed: sentences.IMPOSSIBLE }] };
  }
}

/** `besides` is where the key stands of a value that does not. */
function nodeOf(node: unknown, besides: number): Node {
  const offset = offsetOf(node) ?? besides;
  if (isAlias(node)) return { kind: 'alias', offset, anchor: null, name: node.source };
  if (isSeq<ParsedNode>(node)) {
    return {
      kind: 'list',
      offset,
      anchor: node.anchor ?? null,
      items: node.items.map((item) => nodeOf(item, offset)),
    };
  }
  if (isMap<ParsedNode, ParsedNode | null>(node)) {
    const pairs = node.items.map(({ key, value }) => pairOf(key, value, offset));
    return { kind: 'mapping', offset, anchor: node.anchor ?? null, pairs };
  }
  const scalar = isScalar(node) ? node : new Scalar(null);
  return { kind: 'scalar', offset, anchor: scalar.anchor ?? null, value: scalar.value };
}

/** Keys are texts: another one is an error. */
function pairOf(key: unknown, value: unknown, besides: number): Pair {
  const offset = offsetOf(key) ?? besides;
  const text = isScalar(key) ? String(key.value) : '';
  const isPlain = isScalar(key) && key.type === Scalar.PLAIN;
  return { key: { offset, text, isPlain }, value: nodeOf(value, offset) };
}

function offsetOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
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

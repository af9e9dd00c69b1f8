// What is wrong with a text that is no YAML: all of it, by a parser that goes on after the first mistake.
import { parseDocument, type YAMLError } from 'yaml';

export interface Complaint {
  readonly offset: number;
  readonly observed: string;
}

/** `stoppedAt` is where the reading came to its end. Never empty. */
export function complaintsOf(text: string, stoppedAt: number): readonly Complaint[] {
  const unreadable = { offset: stoppedAt, observed: sentences.IMPOSSIBLE };
  try {
    // Pretty errors would quote lines, secrets included.
    const options = {
      schema: 'core',
      stringKeys: true,
      resolveKnownTags: false,
      uniqueKeys: false,
      prettyErrors: false,
    };
    const { errors, warnings } = parseDocument(text, options);
    const complaints = [...errors, ...warnings].map(({ code, pos }) => ({
      offset: pos[0],
      observed: sentences[code],
    }));
    return complaints.length > 0 ? complaints : [unreadable];
  } catch {
    return [unreadable];
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

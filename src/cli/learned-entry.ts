// What was learned as entries of a configuration: YAML that reads back as it was meant, whatever a target said.
import { Document, isMap, isScalar, isSeq, Scalar, visit } from 'yaml';
import { title } from '../config/deployment-fields.ts';
import { writtenExpectation } from '../config/expectation-fields.ts';
import { builtInSettings } from '../config/schema.ts';
import { type Kind, kinds } from '../contract/kinds.ts';
import type { Learned } from '../learning.ts';

export interface Entry {
  readonly id: string;
  /** As it was written, references included. */
  readonly baseUrl: string;
  readonly learned: Learned;
}

/** Component names a configuration takes. */
const maxComponents = 1_000;

const reviewComment =
  ' Seen once. Review: add words that may occur too, mark with ? what may be absent, remove what may change.';
const unwellComment = ' Learned while not operational: once all of it is, learn it again.';
const ageComment = ' remove it where updated_at moves only when something changes';

/** A `deployments:` list; the empty text for no entries. */
export function writtenEntries(entries: readonly Entry[]): string {
  if (entries.length === 0) return '';
  const document = new Document({ deployments: entries.map(plainEntry) });
  visit(document, {
    Scalar: (_key, node) => {
      if (typeof node.value === 'string' && oddCharacter.test(node.value)) node.type = Scalar.QUOTE_DOUBLE;
    },
    Seq: (_key, node) => {
      if (node.items.every(isScalar)) node.flow = true;
    },
    Pair: (_key, { key, value }) => {
      if (!isScalar(key)) return;
      if (key.value === 'expect' && isMap(value)) key.commentBefore = reviewComment;
      if (key.value === 'updated_at_max_age' && isScalar(value)) value.comment = ageComment;
    },
  });
  const list = document.get('deployments');
  if (isSeq(list)) {
    for (const [at, item] of list.items.entries()) {
      if (!isMap(item)) continue;
      item.spaceBefore = at > 0;
      if (entries[at]?.learned.unwell.length) item.commentBefore = unwellComment;
    }
  }
  return escaped(document.toString({ lineWidth: 0, flowCollectionPadding: false, doubleQuotedAsJSON: true }));
}

function plainEntry({ id, baseUrl, learned }: Entry): Readonly<Record<string, unknown>> {
  const { expect, isFresh } = learned;
  return {
    id,
    base_url: baseUrl,
    ...whatItIs(learned),
    ...(isFresh && { updated_at_max_age: '1h' }),
    expect: literal(writtenExpectation(expect)),
  };
}

/** Its kind, or else what a kind would have said. */
function whatItIs({ version, endpoints, components }: Learned): Readonly<Record<string, unknown>> {
  const [kind] = Object.entries<Kind>(kinds).find(
    ([, known]) =>
      known.version === version && isSame(known.endpoints, endpoints) && isSame(known.components, components),
  ) ?? [undefined];
  if (kind !== undefined) return { kind };
  const named = components.filter((name) => title.safeParse(name).success && name.isWellFormed());
  const listed = named.slice(0, maxComponents);
  return {
    version,
    endpoints,
    components: literal(listed),
    ...(listed.length > builtInSettings.max_components && { max_components: listed.length }),
  };
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((each) => right.includes(each));
}

/** `${` in what a target said is no reference; keys are never read as one. */
function literal(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('${', () => '$${');
  if (Array.isArray(value)) return value.map(literal);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, literal(each)]));
}

/** Blanks aside, what a terminal could obey or an editor hide. */
const oddCharacter = /(?! )[\p{C}\p{Z}]/u;
const unprintable = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Such a character stands in double quotes alone, where YAML knows the escape. */
function escaped(yaml: string): string {
  return yaml.replace(unprintable, (char) => {
    const hex = (char.codePointAt(0) ?? 0).toString(16);
    return hex.length > 4 ? `\\U${hex.padStart(8, '0')}` : `\\u${hex.padStart(4, '0')}`;
  });
}

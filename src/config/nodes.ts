// A YAML text as nodes that know where they stand. js-yaml gives events with offsets, six times as fast as a parser that keeps comments.
import {
  boolCoreTag,
  type DocumentEvent,
  EVENT_ID,
  type Event,
  floatCoreTag,
  getScalarValue,
  intCoreTag,
  NOT_RESOLVED,
  nullCoreTag,
  type PopEvent,
  parseEvents,
  SCALAR_STYLE,
  type ScalarEvent,
  strTag,
  YAMLException,
} from 'js-yaml';

interface Placed {
  /** In characters. */
  readonly offset: number;
  readonly anchor: string | null;
}

/** YAML 1.2, its core schema. */
export type Node = ScalarNode | ListNode | MappingNode | AliasNode;

export interface ScalarNode extends Placed {
  readonly kind: 'scalar';
  readonly value: unknown;
}

export interface ListNode extends Placed {
  readonly kind: 'list';
  readonly items: readonly Node[];
}

export interface MappingNode extends Placed {
  readonly kind: 'mapping';
  readonly pairs: readonly Pair[];
}

export interface AliasNode extends Placed {
  readonly kind: 'alias';
  readonly name: string;
}

export interface Pair {
  readonly key: { readonly offset: number; readonly text: string; readonly isPlain: boolean };
  readonly value: Node;
}

export interface Misfit {
  readonly offset: number;
  readonly observed: 'a tag' | 'a key that is no text';
}

/** What a text holds; where it is no YAML, or more than one document, how far it could be read. */
export type Nodes =
  /** The root is null for a text without any node. */
  { readonly root: Node | null; readonly misfits: readonly Misfit[] } | { readonly unreadableAt: number };

export function parseNodes(text: string): Nodes {
  try {
    const events = parseEvents(text, {});
    const documents = events.filter(({ type }) => type === EVENT_ID.DOCUMENT).length;
    if (documents > 1) return { unreadableAt: 0 };
    const reading: Reading = { text, events, at: documents, end: 0, misfits: [] };
    return { root: documents === 0 ? null : readNode(reading), misfits: reading.misfits };
  } catch (error) {
    // Its message quotes the text, secrets included.
    return { unreadableAt: error instanceof YAMLException ? (error.mark?.position ?? 0) : 0 };
  }
}

interface Reading {
  readonly text: string;
  readonly events: readonly Event[];
  /** The next event. */
  at: number;
  /** Where what was read last ends; a value that is not written begins there. */
  end: number;
  readonly misfits: Misfit[];
}

function readNode(reading: Reading): Node {
  const event = nextEvent(reading);
  const { text } = reading;
  if (event.type === EVENT_ID.ALIAS) {
    reading.end = event.anchorEnd;
    const name = text.slice(event.anchorStart, event.anchorEnd);
    return { kind: 'alias', offset: event.anchorStart - 1, anchor: null, name };
  }
  const anchor = event.anchorStart < 0 ? null : text.slice(event.anchorStart, event.anchorEnd);
  if (event.type === EVENT_ID.SCALAR) {
    const offset = offsetOf(event, reading);
    return { kind: 'scalar', offset, anchor, value: scalarOf(event, reading) };
  }
  reading.end = event.start + 1;
  if (event.type === EVENT_ID.SEQUENCE) {
    refuseTag(event, '!!seq', reading);
    return { kind: 'list', offset: event.start, anchor, items: untilPop(reading, readNode) };
  }
  refuseTag(event, '!!map', reading);
  return { kind: 'mapping', offset: event.start, anchor, pairs: untilPop(reading, readPair) };
}

function readPair(reading: Reading): Pair {
  const event = reading.events[reading.at];
  if (event?.type !== EVENT_ID.SCALAR) {
    const { offset } = readNode(reading);
    reading.misfits.push({ offset, observed: 'a key that is no text' });
    return { key: { offset, text: '', isPlain: false }, value: readNode(reading) };
  }
  reading.at += 1;
  refuseTag(event, '!!str', reading);
  const offset = offsetOf(event, reading);
  const key = {
    offset,
    text: getScalarValue(reading.text, event),
    isPlain: event.style === SCALAR_STYLE.PLAIN,
  };
  // The colon.
  reading.end += 1;
  return { key, value: readNode(reading) };
}

function untilPop<Item>(reading: Reading, read: (reading: Reading) => Item): Item[] {
  const items: Item[] = [];
  while (reading.events[reading.at]?.type !== EVENT_ID.POP) items.push(read(reading));
  reading.at += 1;
  return items;
}

type NodeEvent = Exclude<Event, DocumentEvent | PopEvent>;

function nextEvent(reading: Reading): NodeEvent {
  const event = reading.events[reading.at];
  reading.at += 1;
  if (event === undefined || event.type === EVENT_ID.DOCUMENT || event.type === EVENT_ID.POP) {
    throw new Error('events of YAML end within a node');
  }
  return event;
}

/** A quote belongs to the text that it begins; a block begins with its first line. */
function offsetOf({ valueStart, valueEnd, style, ...properties }: ScalarEvent, reading: Reading): number {
  const quotes = style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED ? 1 : 0;
  const ends = [reading.end, valueEnd + quotes, properties.anchorEnd, properties.tagEnd];
  reading.end = Math.max(...ends);
  return valueStart < 0 ? reading.end : valueStart - quotes;
}

const scalarTags = {
  '!': strTag,
  '!!str': strTag,
  '!!null': nullCoreTag,
  '!!bool': boolCoreTag,
  '!!int': intCoreTag,
  '!!float': floatCoreTag,
};
const implicitTags = [nullCoreTag, boolCoreTag, intCoreTag, floatCoreTag];

function scalarOf(event: ScalarEvent, reading: Reading): unknown {
  const written = getScalarValue(reading.text, event);
  const tag = tagOf(event, reading);
  if (tag !== null) {
    const value = Object.hasOwn(scalarTags, tag)
      ? scalarTags[tag as keyof typeof scalarTags].resolve(written, true, tag)
      : NOT_RESOLVED;
    if (value !== NOT_RESOLVED) return value;
    reading.misfits.push({ offset: event.tagStart, observed: 'a tag' });
    return null;
  }
  if (event.style !== SCALAR_STYLE.PLAIN) return written;
  const first = written.charAt(0);
  for (const implicit of implicitTags) {
    if (implicit.implicitFirstChars?.includes(first) === false) continue;
    const value: unknown = implicit.resolve(written, false, implicit.tagName);
    if (value !== NOT_RESOLVED) return value;
  }
  return written;
}

/** Of a node that can be but one thing. */
function refuseTag(event: Tagged, except: string, reading: Reading): void {
  const tag = tagOf(event, reading);
  if (tag !== null && tag !== except && tag !== '!') {
    reading.misfits.push({ offset: event.tagStart, observed: 'a tag' });
  }
}

type Tagged = Pick<ScalarEvent, 'tagStart' | 'tagEnd'>;

function tagOf({ tagStart, tagEnd }: Tagged, { text }: Reading): string | null {
  return tagStart < 0 ? null : text.slice(tagStart, tagEnd);
}

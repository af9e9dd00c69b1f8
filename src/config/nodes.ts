// A YAML text as nodes that know where they stand: what two parsers are read into.

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

/** What keeps a text from being read. */
export interface Fault {
  readonly offset: number;
  readonly observed: string;
}

export interface Nodes {
  /** null for a text without any, or with faults that leave none. */
  readonly root: Node | null;
  readonly faults: readonly Fault[];
}

// PromQL taken apart by Prometheus' own grammar: its errors, its selectors, and the labels that come out of it.
import { parser } from '@prometheus-io/lezer-promql';

interface Node {
  readonly name: string;
  readonly text: string;
  readonly isError: boolean;
  readonly isExpr: boolean;
  readonly children: readonly Node[];
}

export interface Matcher {
  readonly label: string;
  readonly op: string;
  readonly value: string;
}

export interface Selector {
  readonly metric: string;
  readonly matchers: readonly Matcher[];
  /** Of a range selector as it was written, such as `$__range`; null for an instant one. */
  readonly range: string | null;
  /** The function or aggregation right around it; null at the top and in a binary expression. */
  readonly within: string | null;
}

/** Durations that nobody writes, so that after parsing it still shows what stood there. */
const durations: Readonly<Record<string, string>> = {
  $__rate_interval: '1009s',
  $__interval: '1013s',
  $__range: '1019s',
};

export function parse(expr: string): Node {
  const text = expr.replace(/\$__\w+/g, (name) => durations[name] ?? name);
  return nodeOf(parser.parse(text).topNode, text);
}

type SyntaxNode = ReturnType<typeof parser.parse>['topNode'];

function nodeOf(node: SyntaxNode, text: string): Node {
  const children: Node[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling)
    children.push(nodeOf(child, text));
  return {
    name: node.name,
    text: text.slice(node.from, node.to),
    isError: node.type.isError,
    isExpr: node.type.is('Expr'),
    children,
  };
}

/** Every node, the outer before the inner. */
export function* walk(node: Node): Generator<Node> {
  yield node;
  for (const child of node.children) yield* walk(child);
}

export function errorsOf(expr: string): string[] {
  return [...walk(parse(expr))].filter(({ isError }) => isError).map(({ text }) => `not PromQL at "${text}"`);
}

const find = ({ children }: Node, name: string) => children.find((child) => child.name === name);

/** What stands between the quotes. */
const unquoted = (text: string) => text.slice(1, -1);

export function selectorsOf(expr: string): Selector[] {
  return selectorsIn(parse(expr), null, null);
}

function selectorsIn(node: Node, range: string | null, within: string | null): Selector[] {
  if (node.name === 'VectorSelector')
    return [{ metric: metricOf(node), matchers: matchersOf(node), range, within }];
  const ranged = node.name === 'MatrixSelector' ? rangeOf(node) : range;
  const called = node.name === 'FunctionCall' || node.name === 'AggregateExpr' ? nameOf(node) : within;
  const inner = node.name === 'BinaryExpr' ? null : called;
  return node.children.flatMap((child) => selectorsIn(child, ranged, inner));
}

const metricOf = (node: Node) => find(node, 'Identifier')?.text ?? '';
const nameOf = (node: Node) => node.children[0]?.text ?? '';

function rangeOf(node: Node): string {
  const text = node.children.at(-1)?.text ?? '';
  return Object.entries(durations).find(([, duration]) => duration === text)?.[0] ?? text;
}

function matchersOf(node: Node): Matcher[] {
  const all = find(node, 'LabelMatchers')?.children ?? [];
  return all.map((matcher) => ({
    label: find(matcher, 'LabelName')?.text ?? '',
    op: find(matcher, 'MatchOp')?.text ?? '',
    value: unquoted(find(matcher, 'StringLiteral')?.text ?? '""'),
  }));
}

const labelsIn = (node: Node | undefined) =>
  (node?.children ?? []).filter(({ name }) => name === 'LabelName').map(({ text }) => text);

/** Labels that a name stands for, or null for a name that there is not. */
export type Catalogue = (metric: string) => readonly string[] | null;

/** The labels that the series of an expression bear; what does not fit is said to `complain`. */
export function labelsOf(node: Node, catalogue: Catalogue, complain: (message: string) => void): Set<string> {
  const of = (inner: Node | undefined) =>
    inner === undefined ? new Set<string>() : labelsOf(inner, catalogue, complain);
  const exprs = node.children.filter(({ isExpr }) => isExpr);
  switch (node.name) {
    case 'VectorSelector':
      return labelsOfSelector(node, catalogue, complain);
    case 'AggregateExpr':
      return labelsOfAggregation(node, of, complain);
    case 'FunctionCall':
      return labelsOfCall(node, of);
    case 'BinaryExpr': {
      const [left = new Set<string>(), right = new Set<string>()] = exprs.map(of);
      const clause = find(node, 'MatchingModifierClause');
      for (const label of labelsIn(clause && find(clause, 'GroupingLabels'))) {
        if (!left.has(label) || !right.has(label)) complain(`on (${label}): not on both sides`);
      }
      if (find(node, 'Or')) return new Set([...left, ...right]);
      return left.size === 0 && !find(node, 'And') && !find(node, 'Unless') ? right : left;
    }
    default:
      return of(exprs[0]);
  }
}

type Inner = (node: Node | undefined) => Set<string>;

function labelsOfSelector(
  node: Node,
  catalogue: Catalogue,
  complain: (message: string) => void,
): Set<string> {
  const metric = metricOf(node);
  const labels = catalogue(metric);
  if (labels === null) {
    complain(`${metric}: no such metric`);
    return new Set();
  }
  for (const { label } of matchersOf(node)) {
    if (!labels.includes(label)) complain(`${metric}{${label}}: no such label`);
  }
  return new Set(labels);
}

function labelsOfAggregation(node: Node, of: Inner, complain: (message: string) => void): Set<string> {
  const body = find(node, 'FunctionCallBody')?.children.filter(({ isExpr }) => isExpr) ?? [];
  const inner = of(body.at(-1));
  const operation = nameOf(node);
  if (['topk', 'bottomk', 'limitk'].includes(operation)) return inner;
  const modifier = find(node, 'AggregateModifier');
  const grouping = labelsIn(modifier && find(modifier, 'GroupingLabels'));
  for (const label of grouping) if (!inner.has(label)) complain(`by (${label}): no such label there`);
  const without = modifier !== undefined && find(modifier, 'Without') !== undefined;
  const kept = without ? [...inner].filter((label) => !grouping.includes(label)) : grouping;
  const added = operation === 'count_values' ? [unquoted(body[0]?.text ?? '""')] : [];
  return new Set([...kept, ...added]);
}

function labelsOfCall(node: Node, of: Inner): Set<string> {
  const body = find(node, 'FunctionCallBody')?.children.filter(({ isExpr }) => isExpr) ?? [];
  const name = nameOf(node);
  if (name === 'label_replace') return of(body[0]).add(unquoted(body[1]?.text ?? '""'));
  if (name === 'histogram_quantile') return new Set([...of(body[1])].filter((label) => label !== 'le'));
  return of(body[0]);
}

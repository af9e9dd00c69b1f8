// A scenario: faults on a timeline. Read from YAML with every error at once; asked as a pure function of time.
import { type Alias, type Document, isNode, LineCounter, parseDocument, visit } from 'yaml';
import { z } from 'zod';
import { type KindName, kindNames } from './deployments.ts';
import { anyFault, type Fault, refineFault } from './faults.ts';

export interface Step {
  readonly atMs: number;
  readonly deployment: KindName;
  /** Joins the faults the deployment has; null clears them. */
  readonly fault: Fault | null;
}

export interface Scenario {
  /** The timeline begins anew, without faults, after this; null plays it once. */
  readonly repeatMs: number | null;
  /** In the order of time. */
  readonly steps: readonly Step[];
}

/** The operator erred: every problem, one line each, as `file:line:column: path: what was expected`. */
export class ScenarioError extends Error {
  override readonly name = 'ScenarioError';
}

const maxSteps = 1000;
const maxDurationMs = 86_400_000;
const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

const durationForm = { error: 'expected a duration like 10s (units ms, s, m, h)' };

const duration = z
  .string(durationForm)
  .regex(/^[0-9]{1,6}(ms|s|m|h)$/, durationForm)
  .transform((text) => Number.parseInt(text, 10) * (unitMs[text.replace(/^[0-9]+/, '')] ?? 1))
  .refine((ms) => ms <= maxDurationMs, { error: 'expected at most 24h' });

const step = z
  .strictObject({
    at: duration,
    deployment: z.enum(kindNames),
    fault: anyFault.optional(),
    clear: z.literal(true).optional(),
  })
  .superRefine(({ deployment, fault, clear }, issues) => {
    if (fault !== undefined) refineFault(deployment, fault, issues, ['fault']);
    if ((fault === undefined) === (clear === undefined)) {
      issues.addIssue({ code: 'custom', message: 'expected either fault or clear: true' });
    }
  });

const scenarioSchema = z
  .strictObject({
    repeat: duration.refine((ms) => ms > 0, { error: 'expected more than 0' }).optional(),
    steps: z.array(step).max(maxSteps),
  })
  .superRefine(({ repeat, steps }, issues) => {
    steps.forEach(({ at }, index) => {
      if (repeat === undefined || at < repeat) return;
      issues.addIssue({
        code: 'custom',
        path: ['steps', index, 'at'],
        message: 'expected an instant before repeat',
      });
    });
  });

/** `file` is what errors call it. Throws ScenarioError. */
export function parseScenario(text: string, file: string): Scenario {
  const lineCounter = new LineCounter();
  const yaml = parseDocument(text, { lineCounter, prettyErrors: false });
  const problem = (offset: number, message: string) => {
    const { line, col } = lineCounter.linePos(offset);
    return `${file}:${line}:${col}: ${message}`;
  };
  if (yaml.errors.length > 0) {
    throw new ScenarioError(yaml.errors.map(({ pos, message }) => problem(pos[0], message)).join('\n'));
  }
  const parsed = scenarioSchema.safeParse(toValue(yaml, problem));
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path, message }) =>
      problem(offsetOf(yaml, path), path.length === 0 ? message : `${z.core.toDotPath(path)}: ${message}`),
    );
    throw new ScenarioError(lines.join('\n'));
  }
  const { repeat, steps } = parsed.data;
  return {
    repeatMs: repeat ?? null,
    steps: steps
      .map(({ at, deployment, fault }) => ({ atMs: at, deployment, fault: fault ?? null }))
      .sort((a, b) => a.atMs - b.atMs),
  };
}

/** An alias without its anchor is no error of the syntax, nor are more aliases than yaml follows: toJS throws. */
function toValue(yaml: Document, problem: (offset: number, message: string) => string): unknown {
  try {
    return yaml.toJS();
  } catch (error) {
    const aliases: Alias[] = [];
    visit(yaml, { Alias: (_key, alias) => void aliases.push(alias) });
    const culprit = aliases.find((alias) => alias.resolve(yaml) === undefined) ?? aliases[0];
    const message = error instanceof Error ? error.message : String(error);
    throw new ScenarioError(problem(culprit?.range?.[0] ?? 0, message));
  }
}

/** Where a path stands in the file; where it is missing, its nearest parent. */
function offsetOf(yaml: Document, path: readonly PropertyKey[]): number {
  for (let length = path.length; length >= 0; length -= 1) {
    const node = yaml.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return 0;
}

/** What is wrong with a deployment so long after the start. */
export function faultsAt(scenario: Scenario, deployment: KindName, elapsedMs: number): readonly Fault[] {
  const atMs = positionOf(scenario, elapsedMs);
  const passed = scenario.steps.filter((step) => step.deployment === deployment && step.atMs <= atMs);
  const sinceCleared = passed.slice(passed.findLastIndex(({ fault }) => fault === null) + 1);
  return sinceCleared.flatMap(({ fault }) => (fault === null ? [] : [fault]));
}

/** How long until the timeline next has something to say (a new beginning included); null when it is over. */
export function msToNextStep(scenario: Scenario, elapsedMs: number): number | null {
  const atMs = positionOf(scenario, elapsedMs);
  const nextMs = scenario.steps.find((step) => step.atMs > atMs)?.atMs ?? scenario.repeatMs;
  return nextMs === null ? null : nextMs - atMs;
}

function positionOf({ repeatMs }: Scenario, elapsedMs: number): number {
  return repeatMs === null ? elapsedMs : elapsedMs % repeatMs;
}

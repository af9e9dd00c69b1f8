// The fault table, and faults as they come from outside: parsed, and checked against the deployment they are for.
import { z } from 'zod';
import type { EndpointName } from '../contract/endpoints.ts';
import { type Kind, kinds } from '../contract/kinds.ts';
import type { Answer } from './answer.ts';
import type { KindName } from './deployments.ts';
import { documentFaults } from './document-faults.ts';
import { fieldFaults } from './field-faults.ts';
import { listFaults } from './list-faults.ts';
import { wireFaults } from './wire-faults.ts';

const maxFaults = 32;

const rows = [...documentFaults, ...fieldFaults, ...listFaults, ...wireFaults] as const;
const byType = new Map<string, (typeof rows)[number]>(rows.map((row) => [row.schema.shape.type.value, row]));

/** The types of faults there are. */
export const faultTypes: readonly string[] = [...byType.keys()];

const [firstSchema, ...otherSchemas] = [rows[0].schema, ...rows.slice(1).map((row) => row.schema)] as const;

/** One fault, JSON as it stands: `{ "type": "latency", "ms": 300, "endpoint": "status" }`. */
export const anyFault = z.discriminatedUnion('type', [firstSchema, ...otherSchemas], {
  error: (issue) => (issue.code === 'invalid_union' ? `expected one of ${faultTypes.join(', ')}` : undefined),
});

export type Fault = z.output<typeof anyFault>;

/** A fault that names an endpoint or a component the kind does not have would silently do nothing. */
export function refineFault(
  kind: KindName,
  fault: Fault,
  issues: z.core.$RefinementCtx,
  path: string[],
): void {
  const { endpoints, components }: Kind = kinds[kind];
  const expectOneOf = (key: string, value: string, known: readonly string[]) => {
    if (known.includes(value)) return;
    issues.addIssue({
      code: 'custom',
      path: [...path, key],
      message: `expected one of ${known.join(', ')}`,
      input: value,
    });
  };
  if (fault.endpoint !== undefined) expectOneOf('endpoint', fault.endpoint, endpoints);
  if ('component' in fault) expectOneOf('component', fault.component, components);
}

/** The faults of one deployment, or what is wrong with them: one line each, with its path. */
export function parseFaults(
  kind: KindName,
  value: unknown,
): { readonly faults: readonly Fault[] } | { readonly problems: readonly string[] } {
  const list = z
    .array(
      anyFault.superRefine((fault, issues) => refineFault(kind, fault, issues, [])),
      { error: `expected a JSON list of at most ${maxFaults} faults` },
    )
    .max(maxFaults);
  const parsed = list.safeParse(value);
  return parsed.success ? { faults: parsed.data } : { problems: parsed.error.issues.map(describeIssue) };
}

function describeIssue({ path, message }: z.core.$ZodIssue): string {
  return `faults${path.length === 0 ? '' : z.core.toDotPath(path)}: ${message}`;
}

/** The answer with every fault of its endpoint in it; of two that contradict each other the later wins. */
export function applyFaults(answer: Answer, endpoint: EndpointName, faults: readonly Fault[]): Answer {
  return faults
    .filter((fault) => fault.endpoint === undefined || fault.endpoint === endpoint)
    .reduce((faulty, fault) => byType.get(fault.type)?.apply(faulty, fault, endpoint) ?? faulty, answer);
}

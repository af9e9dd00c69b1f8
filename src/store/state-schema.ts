// What a remembered state and incident must look like to be read back: strict, so that no reader of them fails.
import { z } from 'zod';
import type { CheckState, Contradiction, DeploymentState, Drift, Impact, Incident } from '../model/belief.ts';
import type { FailureKind, Finding, WalkEnd } from '../model/round.ts';
import { phaseNames, reasons, states } from '../model/states.ts';

/** More than any threshold or list that is written; a row beyond them is not ours. */
const maxRecent = 1_000;
const maxItems = 10_000;

/** Each a table of exactly the words of a type: one word more or less does not compile. */
type Words<Word extends string> = { readonly [W in Word]: W };
export const endpointSchema = z.enum({
  status: 'status',
  regions: 'regions',
  files: 'files',
  media: 'media',
  incidents: 'incidents',
  services: 'services',
} satisfies Words<CheckState['endpoint']>);
const failureKind = z.enum({
  dns: 'dns',
  connect: 'connect',
  tls: 'tls',
  timeout: 'timeout',
  reset: 'reset',
  protocol: 'protocol',
  too_large: 'too_large',
  encoding: 'encoding',
} satisfies Words<FailureKind>);
const findingSeverity = z.enum({
  error: 'error',
  warning: 'warning',
  info: 'info',
} satisfies Words<Finding['severity']>);
const impact = z.enum({ minor: 'minor', major: 'major', critical: 'critical' } satisfies Words<Impact>);
const incidentStatus = z.enum({
  investigating: 'investigating',
  resolved: 'resolved',
} satisfies Words<Incident['status']>);

const state = z.enum(states);
const severityCode = z
  .int()
  .min(0)
  .max(states.length - 1);
const streak = z.object({
  recent: z.array(severityCode).max(maxRecent),
  confirmed: severityCode.nullable(),
});

/** A rule may have gone since: what is remembered of it is only shown, never looked up. */
const ruleOf = <Rule extends Finding['rule']>() => z.custom<Rule>((value) => typeof value === 'string');

const finding = z.object({
  rule: ruleOf<Finding['rule']>(),
  severity: findingSeverity,
  check: endpointSchema,
  path: z.string(),
  message: z.string(),
  expected: z.string(),
  observed: z.string(),
});

/** What a remembered run and an exhibit have in common. */
export const outcomeSchema = z.object({
  reason: z.enum(reasons).nullable(),
  failure: z
    .object({ kind: failureKind, phase: z.enum(phaseNames), code: z.string(), message: z.string() })
    .nullable(),
  phases: z.partialRecord(z.enum(phaseNames), z.number()),
  durationMs: z.number(),
  bodyBytes: z.number(),
});

const lastRun = outcomeSchema.extend({
  httpStatus: z.number().nullable(),
  remoteAddress: z.string().nullable(),
  items: z.number().nullable(),
  findings: z.array(finding).max(maxItems),
});

const walkEnd = z.enum({
  last_page: 'last_page',
  max_pages: 'max_pages',
  loop: 'loop',
  failed: 'failed',
} satisfies Words<WalkEnd>);
const walk = z.object({
  endpoint: endpointSchema,
  startedMs: z.number(),
  endedMs: z.number(),
  pages: z.number(),
  items: z.number(),
  end: walkEnd,
  findings: z.array(finding).max(maxItems),
});

const checkState = z.object({
  endpoint: endpointSchema,
  fresh: z.boolean(),
  up: streak,
  reachable: streak,
  slow: streak,
  lastBeatMs: z.number(),
  lastRunMs: z.number().nullable(),
  lastSuccessMs: z.number().nullable(),
  last: lastRun.nullable(),
  listed: z.number().nullable(),
  walk: walk.nullable(),
});

const componentState = z.object({
  name: z.string(),
  expected: z.boolean(),
  state,
  reported: z.string().nullable(),
  sinceMs: z.number(),
  streak,
});

const regionState = z.object({
  code: z.string(),
  name: z.string(),
  zone: z.string(),
  country: z.string(),
  state,
  reported: z.string(),
});

const certificate = z.object({
  notAfterMs: z.number().nullable(),
  subject: z.string(),
  issuer: z.string(),
  error: z.string().nullable(),
});

const drift = z.object({
  rule: ruleOf<Drift['rule']>(),
  check: endpointSchema,
  path: z.string(),
  message: z.string(),
  expected: z.string(),
  observed: z.string(),
  firstSeenMs: z.number(),
  lastSeenMs: z.number(),
  count: z.number(),
});

const contradiction = z.object({
  rule: ruleOf<Contradiction['rule']>(),
  streak,
  sinceMs: z.number().nullable(),
  finding,
});

export const incidentSchema: z.ZodType<Incident> = z.object({
  id: z.string(),
  deployment: z.string(),
  title: z.string(),
  status: incidentStatus,
  impact,
  createdMs: z.number(),
  resolvedMs: z.number().nullable(),
  updates: z.array(z.object({ atMs: z.number(), state, text: z.string() })).max(maxItems),
});

export const deploymentStateSchema: z.ZodType<DeploymentState> = z.object({
  deployment: z.string(),
  status: state,
  sinceMs: z.number(),
  cause: z.string().nullable(),
  checks: z.partialRecord(endpointSchema, checkState),
  overall: z.object({ state, reported: z.string().nullable(), streak }),
  components: z.array(componentState).max(maxItems),
  regions: z.array(regionState).max(maxItems),
  incident: incidentSchema.nullable(),
  incidentsOpened: z.object({ minor: z.number(), major: z.number(), critical: z.number() }),
  region: z.string().nullable(),
  updatedAtMs: z.number().nullable(),
  clockSkewMs: z.number().nullable(),
  certificate: certificate.nullable(),
  drift: z.array(drift).max(maxItems),
  contradictions: z.array(contradiction).max(maxItems),
});

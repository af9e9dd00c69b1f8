// The options of a deployment that are more than one value: endpoints, components, rules, headers, labels.
import { z } from 'zod';
import { type EndpointName, endpointNames, endpoints } from '../contract/endpoints.ts';
import { type RuleId, ruleIds, rules, severities } from '../contract/rules.ts';
import { dictionary, emptyForNothing, entries, list, mapping, oneOf, text } from './fields.ts';

/** Ids and kinds: label values, and parts of paths. */
export const slug = text(
  'lower-case letters, digits and hyphens, at most 63, the first no hyphen',
  /^[a-z0-9][a-z0-9-]{0,62}$/,
);
/** What people read. */
export const title = text('text of 1 to 120 characters, no control characters', /^(?=.*\S)\P{Cc}{1,120}$/u);

const maxExpectedComponents = 1_000;
const maxHeaders = 50;
/** Labels a deployment may add. */
export const maxLabels = 20;

// The names that our own metrics and Prometheus itself give to labels.
const ownLabels: ReadonlySet<string> = new Set([
  ...['deployment', 'check', 'vantage', 'name', 'kind', 'version', 'base_url', 'component', 'region_code'],
  ...['status', 'reason', 'phase', 'severity', 'rule', 'impact', 'le', 'job', 'instance'],
]);

/** `[status, files]`, or each with its own settings; either way the whole set. */
export function endpointSet<Own extends z.ZodRawShape, Limit extends z.ZodType>(own: Own, limit: Limit) {
  const limited = mapping({ ...own, limit: limit.optional() }).optional();
  const takesLimit = (name: EndpointName) =>
    endpoints.some((endpoint) => endpoint.name === name && endpoint.parameters.includes('limit'));
  const shape = Object.fromEntries(
    endpointNames.map((name) => [name, takesLimit(name) ? limited : mapping(own).optional()]),
  ) as Record<EndpointName, typeof limited>;
  const all = mapping(shape);
  const names = list(oneOf(endpointNames), 0, endpointNames.length);
  return z.union(
    [names.transform((chosen) => all.parse(Object.fromEntries(chosen.map((name) => [name, {}])))), all],
    {
      error: 'a list or a mapping of endpoints',
    },
  );
}

const componentNames = list(title, 0, maxExpectedComponents);

/** `[API, Storage]` must be there; `{ exact: [API, Storage] }` and nothing else. */
export const componentSet = z.union(
  [
    componentNames.transform((expected) => ({ expected, exact: false })),
    mapping({ exact: componentNames }).transform(({ exact }) => ({ expected: exact, exact: true })),
  ],
  { error: 'a list of names, or { exact: [...] }' },
);

const fixedSeverity = z.literal('error', { error: 'error, which this rule always has' });
const anySeverity = oneOf([...severities, 'off']);

export const ruleSet = mapping(
  Object.fromEntries(
    ruleIds.map((id) => [id, (rules[id].fixed ? fixedSeverity : anySeverity).optional()]),
  ) as Record<RuleId, z.ZodOptional<typeof anySeverity>>,
);

/** Hop-by-hop and framing fields (RFC 9110 section 7.6.1, RFC 9112 section 6), and what our counting rests on. */
const ownedHeaders: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** RFC 9110 section 5.1: a token. */
export function isHeaderName(name: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/.test(name);
}

function isOwnedHeader(name: string): boolean {
  return ownedHeaders.has(name.toLowerCase());
}

/** RFC 9110 section 5.5: visible latin-1 characters, blanks and tabs; no other control character. */
const headerValuePattern = /^[\t\x20-\x7e\x80-\xff]{0,8192}$/;

const headerName = z
  .string()
  .refine(isHeaderName, { error: 'a header name: letters, digits and hyphens', abort: true })
  .refine((name) => !isOwnedHeader(name), { error: 'a header other than those of connection and framing' });
const headerValue = text(
  'text of at most 8192 characters, no control characters (quote numbers)',
  headerValuePattern,
);

const headerEntries = entries(headerName, headerValue, maxHeaders)
  .superRefine((headers, context) => {
    const seen = new Set<string>();
    for (const name of Object.keys(headers)) {
      if (seen.has(name.toLowerCase())) {
        context.addIssue({
          code: 'custom',
          path: [name],
          params: { atKey: true },
          message: 'each header once, whatever its case',
        });
      }
      seen.add(name.toLowerCase());
    }
  })
  .transform((headers) =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
  );

/** Names in lower case. */
export const headerSet = z.preprocess(emptyForNothing, headerEntries);

const labelName = z
  .string()
  .regex(/^(?!__)[a-zA-Z_][a-zA-Z0-9_]{0,99}$/, {
    error: 'a Prometheus label name, not beginning with __',
    abort: true,
  })
  .refine((name) => !ownLabels.has(name), { error: 'a label name that is not built in' });
const labelValue = text(
  'text of at most 120 characters, no control characters (quote numbers)',
  /^\P{Cc}{0,120}$/u,
);

export const labelSet = dictionary(labelName, labelValue, maxLabels);

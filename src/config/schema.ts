// Every option of the configuration with its bounds and its default, declared once.
import { z } from 'zod';
import { apiVersions } from '../contract/endpoints.ts';
import { meaningOf, normalizeWord } from '../contract/words.ts';
import { states } from '../model/states.ts';
import { baseUrl, proxyUrl, serverName } from './addresses.ts';
import { agent } from './agent-fields.ts';
import { componentSet, endpointSet, headerSet, labelSet, ruleSet, slug, title } from './deployment-fields.ts';
import { expectation } from './expectation-fields.ts';
import {
  dictionary,
  duration,
  durationOrOff,
  flag,
  mapping,
  oneOf,
  percentage,
  size,
  text,
  whole,
} from './fields.ts';

const secondMs = 1_000;
const hourMs = 3_600 * secondMs;
const dayMs = 24 * hourMs;
const KiB = 1_024;
const MiB = 1_024 * KiB;

const filePath = text('a path', /^[^\0]{1,4096}$/);
const interval = duration({ minMs: secondMs, maxMs: dayMs, stepMs: secondMs, example: '30s' });
const timeout = duration({ minMs: 10, maxMs: hourMs, example: '5s' });
const maxBody = size(KiB, 64 * MiB);
/** Intervals of the check itself; within one, an answer slower than the one before would come too late. */
const staleAfter = whole(2, 100);
const limit = whole(1, 1_000);

const confirm = z.object({
  failures: whole(1, 10),
  successes: whole(1, 10),
  recheck_after: duration({ minMs: 0, maxMs: hourMs, example: '5s' }),
});
const tls = z.object({ ca: filePath, cert: filePath, key: filePath, server_name: serverName });
const slo = z.object({
  availability: percentage('99.9%'),
  latency: duration({ minMs: 1, maxMs: hourMs, example: '500ms' }),
});

/** A field beside those of the list envelope; a dot would have to mean something. */
const pagination = z.object({
  cursor_field: text(
    'the name of a field but data, object and __proto__: letters, digits, _ and -',
    /^(?!(data|object|__proto__)$)[A-Za-z0-9_-]{1,100}$/,
  ),
  max_pages: whole(1, 100),
  every: duration({ minMs: 60 * secondMs, maxMs: dayMs, example: '1h' }),
});

/** What stands under `defaults`, under each of `kinds`, and in each deployment. */
const settings = z
  .object({
    kind: slug,
    version: oneOf(apiVersions),
    endpoints: endpointSet(
      {
        interval: interval.optional(),
        timeout: timeout.optional(),
        max_body: maxBody.optional(),
        stale_after: staleAfter.optional(),
      },
      limit,
    ),
    components: componentSet,
    interval,
    timeout,
    confirm: mapping(confirm.partial().shape),
    degraded_above: durationOrOff({ minMs: 1, maxMs: hourMs, example: '800ms' }),
    keep_alive: duration({ minMs: 0, maxMs: hourMs, example: '5m' }),
    max_body: maxBody,
    max_components: whole(1, 1_000),
    stale_after: staleAfter,
    rules: ruleSet,
    updated_at_max_age: durationOrOff({ minMs: secondMs, maxMs: 3_650 * dayMs, example: '10m' }),
    pagination: mapping(pagination.partial().shape),
    expect: expectation,
    headers: headerSet,
    tls: mapping(tls.partial().shape),
    proxy: proxyUrl,
    ip_family: oneOf(['auto', 4, 6]),
    labels: labelSet,
    slo: mapping(slo.partial().shape),
    critical: flag,
    egress_guard: flag,
    enabled: flag,
  })
  .partial();

/** What holds where neither a deployment, its kind nor `defaults` says otherwise. */
const builtInDefaults = {
  interval: '30s',
  timeout: '5s',
  confirm: { failures: 2, successes: 2, recheck_after: '5s' },
  degraded_above: 'off',
  keep_alive: '0s',
  max_body: '1MiB',
  max_components: 32,
  stale_after: 3,
  updated_at_max_age: 'off',
  ip_family: 'auto',
  critical: true,
  egress_guard: true,
  enabled: true,
} as const;

const store = mapping({
  path: filePath.default('data/picket.db'),
  history: duration({ minMs: dayMs, maxMs: 3_650 * dayMs, example: '400d' }).prefault('400d'),
});

const newWord = text('a word of at most 120 characters', /^(?=.*\S)\P{Cc}{1,120}$/u).refine(
  (word) => meaningOf(word, {}) === undefined,
  { error: 'a word that is not built in' },
);
const statusWords = dictionary(newWord, oneOf(states), 100)
  .superRefine((words, context) => {
    const message = 'each word once, case, blanks and hyphens apart';
    const seen = new Set<string>();
    for (const word of Object.keys(words)) {
      const normal = normalizeWord(word);
      if (seen.has(normal))
        context.addIssue({ code: 'custom', path: [word], params: { atKey: true }, message });
      seen.add(normal);
    }
  })
  .transform((words) =>
    Object.fromEntries(Object.entries(words).map(([word, state]) => [normalizeWord(word), state])),
  );

const { kind: _, ...kindShape } = settings.shape;
const kindName = slug.refine((name) => name !== 'custom', { error: 'another name: custom means no kind' });
export const deploymentSchema = mapping({
  id: slug,
  name: title.optional(),
  base_url: baseUrl,
  ...settings.shape,
});

/** The file, a section each. Deployments are parsed one by one, so that one's problem does not hide another's. */
export const sections = {
  agent,
  store,
  metrics: mapping({ state_set: flag.default(false) }),
  defaults: mapping(settings.shape),
  status_words: statusWords,
  kinds: dictionary(kindName, mapping(kindShape), 1_000),
  deployments: z.array(deploymentSchema, { error: 'a list' }).nullable(),
};

export type DeploymentEntry = z.output<typeof deploymentSchema>;
export type Settings = z.output<typeof sections.defaults>;
export type EndpointSettings = NonNullable<NonNullable<Settings['endpoints']>['status']>;
export type Present<Key extends keyof Settings> = Exclude<Settings[Key], undefined>;
export type BuiltIn = { readonly [Key in keyof typeof builtInDefaults]: Present<Key> };

// The parser hands back every key it was given.
export const builtInSettings = sections.defaults.parse(builtInDefaults) as BuiltIn;
export const builtInConfirm = mapping(confirm.shape).parse(builtInDefaults.confirm);
/** Once a cursor_field is given; without one nothing is walked. */
export const builtInPagination = mapping(pagination.omit({ cursor_field: true }).shape).parse({
  max_pages: 20,
  every: '1h',
});

// Every rule a finding can name: its default severity, the reason it fails a run with, and what it checks.

export const severities = ['error', 'warning', 'info'] as const;
export type Severity = (typeof severities)[number];

/** Reasons a finding of severity error gives a run; transport.status is http_status or redirect. */
type RuleReason =
  | 'http_status'
  | 'redirect'
  | 'content_type'
  | 'json'
  | 'schema'
  | 'version'
  | 'components'
  | 'contract';

interface Rule {
  readonly severity: Severity;
  readonly reason: RuleReason;
  /** A rule without which nothing that follows means anything: its severity cannot be changed. */
  readonly fixed: boolean;
  readonly checks: string;
}

const fixed = (reason: RuleReason, checks: string): Rule => ({
  severity: 'error',
  reason,
  fixed: true,
  checks,
});
const rule = (severity: Severity, reason: RuleReason, checks: string): Rule => ({
  severity,
  reason,
  fixed: false,
  checks,
});

export const rules = {
  'transport.status': fixed('http_status', 'the answer is 200'),
  'transport.content_type': fixed('content_type', 'the media type is application/json'),
  'transport.cache_control': rule('warning', 'contract', 'Cache-Control is the documented one'),
  'transport.age_on_no_store': rule('warning', 'contract', 'an answer under no-store carries no Age'),
  'transport.date_skew': rule('warning', 'contract', "Date agrees with our clock and the fleet's"),
  'shape.json': fixed('json', 'the body is JSON in UTF-8 without a byte order mark'),
  'shape.envelope': rule(
    'error',
    'schema',
    'a list is {"object": "list", "data": [...]}, the status document an object',
  ),
  'shape.required': rule('error', 'schema', 'every documented field is there'),
  'shape.type': rule('error', 'schema', 'every documented field has its type'),
  'shape.format': rule('warning', 'contract', 'timestamps, id prefixes, codes, countries, zones, checksums'),
  'meaning.version': fixed('version', 'version equals the version of the path'),
  'meaning.components_missing': rule('error', 'components', 'every expected component is reported'),
  'meaning.components_empty': rule('error', 'components', 'at least one component is reported'),
  'meaning.components_duplicate': rule('warning', 'contract', 'a component is listed once'),
  'meaning.components_extra': rule('info', 'contract', 'no component beyond the expected ones'),
  'meaning.limit': rule('warning', 'contract', 'a list is no longer than the limit asked for'),
  'meaning.resolved_at': rule('warning', 'contract', 'a resolved incident has resolved_at'),
  'meaning.resolved_before_created': rule('info', 'contract', 'an incident is resolved after it was created'),
  'meaning.region_unlisted': rule('info', 'contract', 'the answering region is one of the listed regions'),
  'meaning.ids_duplicate': rule('info', 'contract', 'ids (codes of regions) are unique in a list'),
  'freshness.updated_at_future': rule('warning', 'contract', "updated_at is not ahead of the fleet's clock"),
  'freshness.updated_at_backwards': rule('info', 'contract', 'updated_at never goes back'),
  'freshness.updated_at_old': rule('warning', 'contract', 'updated_at is younger than updated_at_max_age'),
  'contradiction.overall_vs_components': rule(
    'warning',
    'contract',
    'the overall word agrees with the components',
  ),
  'contradiction.status_vs_checks': rule(
    'warning',
    'contract',
    'an operational deployment answers its other checks',
  ),
  'contradiction.incidents_vs_status': rule(
    'warning',
    'contract',
    'no unresolved incident while all is operational',
  ),
  'drift.unknown_field': rule('info', 'contract', 'a field the document does not show'),
  'drift.unknown_word': rule('info', 'contract', 'a status word in no table'),
  'drift.region_changed': rule('info', 'contract', 'the answering region is the one before'),
  'drift.list_emptied': rule('info', 'contract', 'a list that had items still has some'),
  'drift.expected': rule('info', 'contract', 'the deployment is as its expect block says'),
} as const satisfies Record<string, Rule>;

export type RuleId = keyof typeof rules;
export const ruleIds = Object.keys(rules) as RuleId[];

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

/** Where a rule comes from: what the document states, what it only shows by example, or our own reading of it. */
export type Basis = 'stated' | 'custom' | 'ours';

interface Rule {
  readonly severity: Severity;
  readonly reason: RuleReason;
  /** A rule without which nothing that follows means anything: its severity cannot be changed. */
  readonly fixed: boolean;
  /** What it checks, as a statement that holds of a good answer. */
  readonly checks: string;
  readonly basis: Basis;
  /** Section of the API document it rests on; null where it rests on none. */
  readonly section: string | null;
}

/** What the document states: an answer that breaks it is wrong. */
const stated = (severity: Severity, reason: RuleReason, checks: string, section: string): Rule => {
  return { severity, reason, fixed: false, checks, basis: 'stated', section };
};
const fixed = (reason: RuleReason, checks: string, section: string): Rule => {
  return { ...stated('error', reason, checks, section), fixed: true };
};
/** What is custom, or only shown by example: information at most. */
const custom = (checks: string, section: string): Rule => {
  return { severity: 'info', reason: 'contract', fixed: false, checks, basis: 'custom', section };
};
/** What we hold against the answer without the document saying so. */
const ours = (
  severity: Severity,
  checks: string,
  section: string | null = null,
  reason: RuleReason = 'contract',
): Rule => {
  return { severity, reason, fixed: false, checks, basis: 'ours', section };
};

const statusDocument = 'Status document (not a list; no object or data field)';

export const rules = {
  // The document shows no status at all; that a shown answer is a 200 is how we read it.
  'transport.status': {
    ...fixed('http_status', 'the status is 200; a redirect is not followed', 'Endpoints'),
    basis: 'ours',
  },
  'transport.content_type': fixed('content_type', 'the media type is application/json', 'Endpoints'),
  'transport.cache_control': stated(
    'warning',
    'contract',
    'Cache-Control has the documented directives, in any order and case, beside any others',
    'Limits',
  ),
  'transport.age_on_no_store': stated(
    'warning',
    'contract',
    'an answer documented as no-store carries no Age: it comes from no cache',
    'Limits',
  ),
  'transport.date_skew': ours(
    'warning',
    "Date agrees with the fleet's clock, once Age is taken into account",
  ),
  'shape.json': fixed('json', 'the body is JSON in UTF-8 without a byte order mark', 'What the service does'),
  'shape.envelope': stated(
    'error',
    'schema',
    'a list is {"object": "list", "data": [...]}, the status document an object',
    'List envelope (all list endpoints)',
  ),
  'shape.required': stated(
    'error',
    'schema',
    'every documented field is there, in the document and in each item',
    'Resources and their fields',
  ),
  'shape.type': stated(
    'error',
    'schema',
    'every documented field has the documented type; numbers are integers',
    'Resources and their fields',
  ),
  'shape.format': stated(
    'warning',
    'contract',
    'timestamps, ids, codes, countries, zones, checksums, file names and media types have the documented form',
    'Resources and their fields',
  ),
  'shape.not_a_list': stated(
    'warning',
    'contract',
    'the status document has no `object` and no `data`',
    statusDocument,
  ),
  'meaning.version': fixed('version', 'version equals the version in the path', 'Versioning'),
  'meaning.components_missing': ours(
    'error',
    'every component that `components` or the kind expects is reported',
    statusDocument,
    'components',
  ),
  'meaning.components_empty': ours(
    'error',
    'at least one component is reported, whatever is expected',
    statusDocument,
    'components',
  ),
  'meaning.components_duplicate': ours('warning', 'a component is listed once', statusDocument),
  'meaning.components_extra': custom('no component is reported beyond the expected ones', statusDocument),
  'meaning.limit': stated(
    'warning',
    'contract',
    'a list is no longer than the limit asked for',
    'Query parameters',
  ),
  'meaning.pagination': ours(
    'warning',
    'following the cursor comes to an end, and each page on the way can be had and read',
    'Query parameters',
  ),
  'meaning.resolved_at': stated('warning', 'contract', 'a resolved incident has resolved_at', 'Incident'),
  'meaning.resolved_before_created': custom('an incident is not resolved before it was created', 'Incident'),
  'meaning.checksum_digest': custom('the digest of a sha256 checksum is 64 hexadecimal digits', 'File'),
  'meaning.media_kind': custom('the media type of a media object is a video or an image', 'Media object'),
  'meaning.region_unlisted': custom(
    'the region that answered is one of those the regions endpoint lists in the same round',
    'Region',
  ),
  'meaning.ids_duplicate': custom(
    'ids, and codes of regions, are unique in a list and over its pages',
    'Resources and their fields',
  ),
  'freshness.updated_at_future': ours('warning', "updated_at is not ahead of the fleet's clock"),
  'freshness.updated_at_backwards': ours('info', 'updated_at is not earlier than in the round before'),
  'freshness.updated_at_old': ours(
    'warning',
    'updated_at is no older than `updated_at_max_age`, where that is set',
  ),
  'contradiction.overall_vs_components': ours(
    'warning',
    'the overall word is operational exactly when every component is, unknown words aside',
  ),
  'contradiction.status_vs_checks': ours(
    'warning',
    'a deployment that says operational does not fail its other checks',
  ),
  'contradiction.incidents_vs_status': ours(
    'warning',
    'there is no unresolved incident while all is operational',
  ),
  'drift.unknown_field': custom(
    'there is no field beyond those of the document, of `expect` and of `pagination`',
    'Resources and their fields',
  ),
  'drift.unknown_word': custom(
    'every word is in the table of states, in `status_words`, in `expect` or among the values seen',
    'States and transitions',
  ),
  'drift.region_changed': ours('info', 'the region that answers is the one that answered before'),
  'drift.list_emptied': ours('info', 'a list that had items has some still'),
  'drift.expected': ours('info', 'the deployment is as its `expect` block says, where it has one'),
} as const satisfies Record<string, Rule>;

export type RuleId = keyof typeof rules;
export const ruleIds = Object.keys(rules) as RuleId[];

/** A severity, or `off`: the rule runs, and what it says is dropped. */
export type Setting = Severity | 'off';

/** What holds where no configuration says otherwise. */
export const defaultSettings = Object.fromEntries(ruleIds.map((id) => [id, rules[id].severity])) as Readonly<
  Record<RuleId, Severity>
>;

// What people need to know of each rule beyond the table: what breaks it, and what to do then.
import type { RuleId } from './rules.ts';

interface Guide {
  /** An answer, or a situation, that breaks it. */
  readonly breaks: string;
  /** What whoever reads the finding does next. */
  readonly remedy: string;
}

const repair =
  'The deployment breaks the document: hand its owners the path, what was expected and what came.';
const believe =
  'Believe the worse of the two sides until it is known which one is wrong, then have the other mended.';

export const ruleGuide: Readonly<Record<RuleId, Guide>> = {
  'transport.status': {
    breaks: 'a 404, a 500, or a 301 with a Location',
    remedy:
      'For a 404, look at `base_url`, `version` and `endpoints`; for a redirect, put where it leads into `base_url`; for 5xx, it is an outage.',
  },
  'transport.content_type': {
    breaks: '`text/html`: a login or error page of a proxy in front of the deployment',
    remedy: 'Look at the head of the body with `picket probe`: it tells who answered.',
  },
  'transport.cache_control': {
    breaks: '`public, max-age=60` on the status document, or no Cache-Control at all',
    remedy: 'Mend the header where it is set, which is often a proxy: a cached status is an old one.',
  },
  'transport.age_on_no_store': {
    breaks: '`Age: 42` on the status document',
    remedy: 'Find the cache that answers in the place of the deployment: what it says may be over.',
  },
  'transport.date_skew': {
    breaks: 'a Date ten minutes behind, while the rest of the fleet agrees with us',
    remedy:
      "Mend the deployment's clock. Where the whole fleet is off by the same, our own clock is wrong and no finding is made: see `picket_agent_clock_skew_seconds`.",
  },
  'shape.json': {
    breaks: 'a truncated body, an empty one, bytes that are not UTF-8, a byte order mark',
    remedy: 'Look at the head of the body with `picket probe`; a body cut short hints at a proxy or a crash.',
  },
  'shape.envelope': {
    breaks: 'a bare array, `"object": "files"`, `"data": null`',
    remedy: 'Look whether the path leads to another resource or to an older release of the service.',
  },
  'shape.required': {
    breaks: 'a file without `checksum`, a status document without `region`',
    remedy: repair,
  },
  'shape.type': { breaks: '`"bytes": "1024"`, `"replicas": 1.5`, `"name": null`', remedy: repair },
  'shape.format': {
    breaks: '`2026-01-15T09:30:00+01:00`, `"country": "deu"`, a file whose id begins with `med_`',
    remedy: repair,
  },
  'shape.not_a_list': {
    breaks: '`"object": "status"` beside the documented fields, or a list in the place of the document',
    remedy: 'Take the field out of the status document, or look whether a list is answered in its place.',
  },
  'meaning.version': {
    breaks: '`"version": "v2"` below `/api/v1`',
    remedy:
      'Look whether requests are routed to another release; nothing else in the answer can be relied on.',
  },
  'meaning.components_missing': {
    breaks: 'a file-storage deployment that reports no Virus Scanning',
    remedy:
      'Find out where the component went. If it is gone for good, write the remaining ones under `components`.',
  },
  'meaning.components_empty': {
    breaks: '`"components": []`',
    remedy: 'A status document that covers nothing says nothing: hand it to the owners of the deployment.',
  },
  'meaning.components_duplicate': {
    breaks: 'Storage twice in one status document',
    remedy: 'The worse of the two counts. Have the name listed once.',
  },
  'meaning.components_extra': {
    breaks: 'Billing beside the four components of its kind',
    remedy:
      'Add the name to `components`, or leave it. With `components: { exact: [...] }` this is a `warning`, unless `rules` says otherwise.',
  },
  'meaning.limit': {
    breaks: '30 items where `limit=20` was asked for',
    remedy: 'The deployment ignores `limit`: clients that rely on it get more than they can hold.',
  },
  'meaning.pagination': {
    breaks: 'a cursor that leads back to a page already seen, a page that answers 500',
    remedy:
      'Follow the cursor by hand to the page that the path names. A walk that ends at `pagination.max_pages` is no finding.',
  },
  'meaning.resolved_at': { breaks: '`"status": "resolved"` without `resolved_at`', remedy: repair },
  'meaning.resolved_before_created': {
    breaks: 'an incident created at 10:00 and resolved at 09:00',
    remedy: 'Look at the clocks of what writes incidents, and at time zones.',
  },
  'meaning.checksum_digest': {
    breaks: '`sha256:` with 40 digits, or with a base64 digest',
    remedy: 'Ask which digest is meant: the document shows the form `<algorithm>:<digest>` and no more.',
  },
  'meaning.media_kind': {
    breaks: '`"content_type": "application/pdf"` on a media object',
    remedy: 'Ask whether other kinds are meant to be stored; if so, turn the rule off.',
  },
  'meaning.region_unlisted': {
    breaks: 'a status document answered by Oslo, where `/api/v2/regions` does not list Oslo',
    remedy: 'Add the region to the list, or find out why requests go there.',
  },
  'meaning.ids_duplicate': {
    breaks: 'one id on two items of a list, or on two pages of it',
    remedy: 'Counts of that list are too high. Over pages, items may have moved while they were walked.',
  },
  'freshness.updated_at_future': {
    breaks: 'an `updated_at` ten minutes ahead',
    remedy: "Mend the deployment's clock, or the time zone it writes.",
  },
  'freshness.updated_at_backwards': {
    breaks: 'an `updated_at` of 10:05, and in the next round one of 10:03',
    remedy:
      'Several instances answer with states of their own: what they say may change from round to round.',
  },
  'freshness.updated_at_old': {
    breaks: 'an `updated_at` two hours old with `updated_at_max_age: 10m`',
    remedy: 'What writes the status document may have stopped: its words are from then.',
  },
  'contradiction.overall_vs_components': {
    breaks: 'overall `operational` while Storage is `major_outage`, or the other way round',
    remedy: believe,
  },
  'contradiction.status_vs_checks': {
    breaks: 'a status document that says `operational` while `/api/v1/files` answers 500',
    remedy: 'Believe the failing check: the status document does not see what its users see.',
  },
  'contradiction.incidents_vs_status': {
    breaks: 'an incident without end while overall word and components are `operational`',
    remedy: believe,
  },
  'drift.unknown_field': {
    breaks: '`"owner": "…"` on a file',
    remedy: 'Nothing is wrong: the document does not rule it out. Ask whether it is going to be documented.',
  },
  'drift.unknown_word': {
    breaks: '`"status": "brownout"`',
    remedy: 'Say what the word of a status means under `status_words`; until then it counts as `unknown`.',
  },
  'drift.region_changed': {
    breaks: 'Frankfurt answered so far, and now Dublin does',
    remedy: 'Look whether a failover was meant. Where several regions answer in turn, turn the rule off.',
  },
  'drift.list_emptied': {
    breaks: '23 files so far, and now none',
    remedy: 'Ask whether they were deleted. If not, the deployment reads from the wrong or an empty store.',
  },
  'drift.expected': {
    breaks: 'a component, field, word or endpoint that `expect` does not have, or that is missing',
    remedy:
      'See the difference with `picket verify`. If the new state is right, learn it again and review the change.',
  },
};

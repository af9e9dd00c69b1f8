// Headers of a healthy answer, changed: what the API document ("Endpoints", "Limits") has to say of each.
import type { EndpointName } from '../../src/contract/endpoints.ts';
import type { Class } from './statements.ts';

export interface HeaderChange {
  readonly name: string;
  /** undefined: it is not sent. */
  readonly value: string | undefined;
  /** null: nothing is to be said. */
  readonly class: Class | null;
}

type Values = readonly (string | undefined)[];

const change =
  (name: string, kind: Class | null) =>
  (value: string | undefined): HeaderChange => ({ name, value, class: kind });

const noJson: Values = [undefined, '', 'json', 'text/html', 'text/json', 'application/problem+json']
  .concat(['application/jsonx', 'application', 'application/json, text/html'])
  .concat(['application/xml; profile=application/json']);
const json: Values = [
  'application/json; charset=utf-8',
  'Application/JSON',
  'application/json ;charset="UTF-8"',
];

const always: readonly HeaderChange[] = [
  ...noJson.map(change('content-type', 'breaks')),
  ...json.map(change('content-type', null)),
  ...['Fri, 20 Nov 2026 11:00:00 GMT', 'Fri, 20 Nov 2026 09:00:00 GMT'].map(change('date', 'ours')),
  ...['Fri, 20 Nov 2026 10:00:03 GMT', 'yesterday', '', undefined].map(change('date', null)),
  change('x-powered-by', null)('something'),
  change('etag', null)('"1"'),
];

const stored: Values = [undefined, '', 'no-cache', 'private', 'public, max-age=60', 'max-age=0', 'no_store'];
const notStored: Values = [
  'NO-STORE',
  ' no-store ',
  'no-cache, no-store',
  'no-store,must-revalidate, private',
];

const ofStatus: readonly HeaderChange[] = [
  ...stored.map(change('cache-control', 'breaks')),
  ...notStored.map(change('cache-control', null)),
  ...['0', '3'].map(change('age', 'breaks')),
];

function ofList(seconds: number): HeaderChange[] {
  const age = `max-age=${seconds}`;
  const other: Values = [
    ...[undefined, '', 'no-store', 'public', age, `private, ${age}`, 'public, max-age', `public ${age}`],
    ...[
      `public, max-age=${seconds + 1}`,
      `public, ${age}0`,
      'public, max-age=0',
      `public, max-age=-${seconds}`,
    ],
    ...[`public; ${age}`, `public, s-maxage=${seconds}`, `public, ${age}s`],
    // Both directives are there, and others that take them back.
    ...[`public, ${age}, no-store`, `public, ${age}, private`, `public, max-age=0, ${age}`],
  ];
  const same: Values = [
    ...[`${age}, public`, `Public, Max-Age=${seconds}`, `public,${age}`, ` public ,  ${age} `],
    ...[
      `public, ${age}, no-cache="set-cookie"`,
      `public, ${age}, stale-while-revalidate=30`,
      `immutable, public, max-age="${seconds}"`,
    ],
  ];
  return [
    ...other.map(change('cache-control', 'breaks')),
    ...same.map(change('cache-control', null)),
    change('age', null)('3'),
  ];
}

export function headerChanges(endpoint: EndpointName): readonly HeaderChange[] {
  if (endpoint === 'status') return [...always, ...ofStatus];
  return [...always, ...ofList(endpoint === 'regions' ? 300 : 60)];
}

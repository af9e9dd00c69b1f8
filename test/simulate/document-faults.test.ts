import { describe, expect, it } from 'vitest';
import { bodyOf, plain, type StatusDraft } from '../../src/simulate/answer.ts';
import { applyFaults, type Fault } from '../../src/simulate/faults.ts';

const draft: StatusDraft = {
  status: null,
  version: 'v1',
  region: 'Frankfurt',
  components: [
    { name: 'API', status: 'operational' },
    { name: 'Storage', status: 'operational' },
  ],
  updated_at: '2026-01-15T09:30:00Z',
};
const healthy = plain(200, 'no-store', draft);

/** What is sent while everything is well. */
const document = {
  status: 'operational',
  version: 'v1',
  region: 'Frankfurt',
  components: [
    { name: 'API', status: 'operational' },
    { name: 'Storage', status: 'operational' },
  ],
  updated_at: '2026-01-15T09:30:00Z',
};
const [api, storage] = document.components;

const effects: readonly [Fault, object][] = [
  [{ type: 'wrong_version', version: 'v9' }, { version: 'v9' }],
  [{ type: 'lost_component', component: 'API' }, { components: [storage] }],
  [
    { type: 'renamed_component', component: 'API', name: 'Gateway' },
    { components: [{ name: 'Gateway', status: 'operational' }, storage] },
  ],
  [
    { type: 'component_word', component: 'Storage', word: 'degraded' },
    { status: 'degraded_performance', components: [api, { name: 'Storage', status: 'degraded' }] },
  ],
  [
    { type: 'component_word', component: 'Storage', word: 'major_outage' },
    { status: 'major_outage', components: [api, { name: 'Storage', status: 'major_outage' }] },
  ],
  [{ type: 'overall_word', word: 'partial_outage' }, { status: 'partial_outage' }],
  [
    { type: 'unknown_word' },
    {
      status: 'wobbly',
      components: [
        { name: 'API', status: 'wobbly' },
        { name: 'Storage', status: 'wobbly' },
      ],
    },
  ],
  [{ type: 'region', name: 'Dublin' }, { region: 'Dublin' }],
  [{ type: 'updated_at', offset_s: -3600 }, { updated_at: '2026-01-15T08:30:00Z' }],
  [{ type: 'updated_at', offset_s: 90 }, { updated_at: '2026-01-15T09:31:30Z' }],
];

describe.each(effects)('%j', (fault, change) => {
  it('changes that of the status document, and nothing else', () => {
    const faulty = applyFaults(healthy, 'status', [fault]);
    expect(JSON.parse(bodyOf(faulty).toString())).toEqual({ ...document, ...change });
    expect({ ...faulty, document: null }).toEqual({ ...healthy, document: null });
  });

  it('leaves lists alone', () => {
    const list = plain(200, 'public, max-age=60', { object: 'list', data: [] });
    expect(applyFaults(list, 'files', [fault])).toEqual(list);
  });
});

it('an overall word of its own stands beside a component that is out, in any order', () => {
  const overall: Fault = { type: 'overall_word', word: 'operational' };
  const component: Fault = { type: 'component_word', component: 'API', word: 'down' };
  for (const faults of [
    [overall, component],
    [component, overall],
  ]) {
    const body = JSON.parse(bodyOf(applyFaults(healthy, 'status', faults)).toString());
    expect(body).toMatchObject({ status: 'operational', components: [{ status: 'down' }, storage] });
  }
});

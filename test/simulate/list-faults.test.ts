import { describe, expect, it } from 'vitest';
import type { EndpointName } from '../../src/contract/endpoints.ts';
import { type Answer, bodyOf } from '../../src/simulate/answer.ts';
import { exposedAt, healthyAnswer, type KindName } from '../../src/simulate/deployments.ts';
import { applyFaults, type Fault } from '../../src/simulate/faults.ts';

const homes: Readonly<Record<EndpointName, readonly [KindName, string]>> = {
  status: ['file-storage', '/api/v1/status'],
  files: ['file-storage', '/api/v1/files'],
  media: ['media', '/api/v1/media'],
  regions: ['monitoring', '/api/v2/regions'],
  incidents: ['monitoring', '/api/v2/incidents'],
  services: ['compute', '/api/v2/services'],
};

function healthy(name: EndpointName, query = ''): Answer {
  const [kind, path] = homes[name];
  const endpoint = exposedAt(kind, path);
  if (endpoint === undefined) throw new Error(`no ${path}`);
  return healthyAnswer(kind, endpoint, new URLSearchParams(query), 1, Date.UTC(2026, 0, 15));
}

const read = (answer: Answer) => JSON.parse(bodyOf(answer).toString());
const faulty = (name: EndpointName, type: Fault['type'], query = '') =>
  read(applyFaults(healthy(name, query), name, [{ type } as Fault]));
const key = (name: EndpointName) => (name === 'regions' ? 'code' : 'id');
const lists = ['files', 'media', 'regions', 'incidents', 'services'] as const;

describe.each(lists)('%s', (name) => {
  const well = read(healthy(name));

  it('duplicate_ids: the last item bears what the first one is known by', () => {
    const { data } = faulty(name, 'duplicate_ids');
    expect(data.at(-1)).toEqual({ ...well.data.at(-1), [key(name)]: well.data[0][key(name)] });
    expect(data.slice(0, -1)).toEqual(well.data.slice(0, -1));
  });

  it('empty_list: no items, and nothing that follows', () => {
    expect(faulty(name, 'empty_list', 'limit=1')).toEqual({ object: 'list', data: [] });
  });

  it('other_resource: a well list of something else', () => {
    const { object, data } = faulty(name, 'other_resource');
    expect(object).toBe('list');
    expect(Object.keys(data[0])).toContain(name === 'regions' ? 'replicas' : 'zone');
  });
});

describe.each(['files', 'media', 'incidents', 'services'] as const)('%s under ignore_limit', (name) => {
  it.each([1, 3, 40])('limit=%i gives one more, each with an id of its own', (limit) => {
    const { data } = faulty(name, 'ignore_limit', `limit=${limit}`);
    expect(new Set(data.map(({ id }: { id: string }) => id)).size).toBe(limit + 1);
  });

  it('is as always where no limit was asked for, and bounded where it is large', () => {
    expect(faulty(name, 'ignore_limit')).toEqual(read(healthy(name)));
    expect(faulty(name, 'ignore_limit', 'limit=999999999').data).toHaveLength(1_001);
  });
});

describe('cursor_loop', () => {
  it.each(['files', 'media'] as const)('%s: every page leads back to the first', (name) => {
    const first = read(healthy(name, 'limit=2'));
    for (const query of ['limit=2', `limit=2&cursor=${first.next_cursor}`, '']) {
      const { next_cursor } = faulty(name, 'cursor_loop', query);
      expect(read(healthy(name, `limit=2&cursor=${next_cursor}`)).data).toEqual(first.data);
    }
  });

  it.each(['regions', 'incidents', 'services', 'status'] as const)('%s takes no cursor', (name) => {
    expect(faulty(name, 'cursor_loop')).toEqual(read(healthy(name)));
  });
});

describe('incident_unresolved', () => {
  it('leaves the first incident unresolved', () => {
    const [first, ...others] = read(healthy('incidents')).data;
    const { resolved_at: _resolved, ...open } = first;
    expect(faulty('incidents', 'incident_unresolved').data).toEqual([
      { ...open, status: 'investigating' },
      ...others,
    ]);
  });

  it('has no incident to leave open in an empty list', () => {
    const faults: Fault[] = [{ type: 'empty_list' }, { type: 'incident_unresolved' }];
    expect(read(applyFaults(healthy('incidents'), 'incidents', faults)).data).toEqual([]);
  });

  it('is of incidents only', () => {
    expect(faulty('services', 'incident_unresolved')).toEqual(read(healthy('services')));
  });
});

it('the status document is left alone, but answers as a list under other_resource', () => {
  for (const type of ['duplicate_ids', 'empty_list', 'ignore_limit', 'cursor_loop'] as const) {
    expect(faulty('status', type)).toEqual(read(healthy('status')));
  }
  expect(faulty('status', 'other_resource')).toMatchObject({ object: 'list' });
});

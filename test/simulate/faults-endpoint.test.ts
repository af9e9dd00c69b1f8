import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DeploymentServer, serveDeployment } from '../../src/simulate/deployment-server.ts';
import type { Fault } from '../../src/simulate/faults.ts';

let server: DeploymentServer;
let faults: readonly Fault[];

beforeEach(async () => {
  faults = [];
  const board = {
    inEffect: () => faults,
    set: (next: readonly Fault[]) => {
      faults = next;
    },
  };
  server = await serveDeployment({
    kind: 'compute',
    host: '127.0.0.1',
    port: 0,
    seed: 1,
    now: Date.now,
    board,
  });
});
afterEach(() => server.close());

async function ask(method: string, body?: string) {
  const response = await fetch(`${server.url}/faults`, { method, ...(body === undefined ? {} : { body }) });
  return { status: response.status, body: await response.json() };
}

const reset: Fault = { type: 'reset', endpoint: 'services' };
const gone: Fault = { type: 'component_word', component: 'Registry', word: 'down' };

describe('/faults', () => {
  it('shows none at first', async () => {
    expect(await ask('GET')).toEqual({ status: 200, body: [] });
  });

  it('PUT replaces and shows, GET shows, and a PUT of none clears', async () => {
    expect(await ask('PUT', JSON.stringify([reset]))).toEqual({ status: 200, body: [reset] });
    expect(await ask('PUT', JSON.stringify([gone]))).toEqual({ status: 200, body: [gone] });
    expect(await ask('GET')).toEqual({ status: 200, body: [gone] });
    expect(await ask('PUT', '[]')).toEqual({ status: 200, body: [] });
    expect(faults).toEqual([]);
  });

  it.each([
    ['', 'faults: expected a JSON list of at most 32 faults'],
    ['[{', 'faults: expected a JSON list of at most 32 faults'],
    ['{"type":"reset"}', 'faults: expected a JSON list of at most 32 faults'],
    ['[{"type":"latency"}]', 'faults[0].ms: Invalid input: expected number, received undefined'],
    [
      '[{"type":"hang","endpoint":"files"},{"type":"gzip","level":9}]',
      'faults[0].endpoint: expected one of status, regions, services; faults[1]: Unrecognized key: "level"',
    ],
  ])('PUT %s is refused with the path, and changes nothing', async (body, message) => {
    faults = [reset];
    expect(await ask('PUT', body)).toEqual({ status: 400, body: { error: { code: 'bad_faults', message } } });
    expect(faults).toEqual([reset]);
  });

  it('a body above the bound is refused', async () => {
    expect(await ask('PUT', ' '.repeat(1024 ** 2 + 1))).toMatchObject({
      status: 413,
      body: { error: { code: 'too_large' } },
    });
  });

  it.each(['PATCH', 'DELETE'])('%s is refused', async (method) => {
    expect(await ask(method, '[]')).toMatchObject({ status: 405, body: { error: { code: 'bad_method' } } });
  });
});

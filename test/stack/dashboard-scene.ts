// Deployments of which nothing on a dashboard stays empty: one has all there is to show, many are simply well.
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import {
  regionsBody,
  regionsHeaders,
  sendStatus,
  startTarget,
  statusBody,
  timestamp,
} from '../fixtures/target.ts';
import { pem } from '../probe/target.ts';

/** TLS, an objective, a part that changes, a check that fails, findings: every panel has something of it. */
export const busy = 'queue-eu';
/** Rounds that are still under way when the next is due. */
export const stuck = 'queue-us';
/** More than a timeline has rows. */
const wellOnes = 30;

export interface Scene {
  /** Its `deployments` and `defaults`. */
  readonly config: object;
  readonly close: () => Promise<void>;
}

/** So long is a component in one state. */
const turnMs = 4_000;
/** Answers of the regions check that are well, so that regions are known before it fails. */
const wellRegions = 3;

export async function startScene(): Promise<Scene> {
  const hanging = await startTarget(() => {});
  const well = await startTarget((_request, response) => sendStatus(response, statusBody('v1')));
  const changing = await startBusy();
  const wellDeployments = Array.from({ length: wellOnes }, (_, index) => ({
    id: `files-${index}`,
    base_url: well.origin,
    version: 'v1',
    endpoints: ['status'],
    components: ['API', 'Storage'],
    slo: { availability: '99.9%' },
  }));
  const config = {
    defaults: {
      interval: '1s',
      timeout: '900ms',
      confirm: { failures: 2, successes: 2, recheck_after: '0ms' },
    },
    deployments: [
      {
        id: busy,
        kind: 'queue-service',
        base_url: changing.origin,
        tls: { ca: fileURLToPath(new URL('../fixtures/tls/ca.pem', import.meta.url)) },
        slo: { availability: '99.9%', latency: '500ms' },
      },
      { id: stuck, kind: 'queue-service', base_url: hanging.origin },
      ...wellDeployments,
    ],
    kinds: {
      'queue-service': { version: 'v2', endpoints: ['status', 'regions'], components: ['API', 'Storage'] },
    },
  };
  return {
    config,
    close: async () => {
      await Promise.all([hanging.close(), well.close(), changing.close()]);
    },
  };
}

/** A component that goes out and comes back, a Cache-Control that no status document has, regions that fail. */
async function startBusy(): Promise<{ origin: string; close: () => Promise<void> }> {
  let asked = 0;
  const server = createServer({ cert: pem('good'), key: pem('key') }, (request, response) => {
    if (request.url?.endsWith('/regions')) {
      asked += 1;
      if (asked <= wellRegions) response.writeHead(200, regionsHeaders).end(JSON.stringify(regionsBody));
      else response.writeHead(500).end();
      return;
    }
    const word = Math.floor(Date.now() / turnMs) % 2 === 0 ? 'operational' : 'major_outage';
    const components = [
      { name: 'API', status: 'operational' },
      { name: 'Storage', status: word },
    ];
    const body = statusBody('v2', { status: word, components, updated_at: timestamp(Date.now()) });
    response
      .writeHead(200, { 'content-type': 'application/json', 'cache-control': 'public, max-age=60' })
      .end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

// Whom Alertmanager tells: a local webhook that keeps what it is told.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One alert of one notice. */
export interface Told {
  /** Path that the notice was posted to. */
  readonly path: string;
  readonly status: 'firing' | 'resolved';
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

export interface Receiver {
  readonly url: string;
  /** In the order of arrival. */
  readonly told: readonly Told[];
  readonly close: () => void;
}

export async function startReceiver(): Promise<Receiver> {
  const told: Told[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { alerts } = JSON.parse(Buffer.concat(chunks).toString()) as { alerts: Omit<Told, 'path'>[] };
      for (const { status, labels, annotations } of alerts) {
        told.push({ path: request.url ?? '', status, labels, annotations });
      }
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    told,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

// An HTTPS front before each simulated deployment: a certificate of its own, and answers that take their time.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import { join } from 'node:path';
import { vantages, type Watched } from './fleet.ts';

export interface Front {
  readonly url: string;
  /** A PEM file; the certificate signed itself. */
  readonly certificate: string;
  readonly close: () => void;
}

/** `origin` is the simulated deployment it stands before. */
export async function openFront(watched: Watched, origin: string, folder: string): Promise<Front> {
  const key = join(folder, `${watched.id}-key.pem`);
  const certificate = join(folder, `${watched.id}.pem`);
  makeCertificate(key, certificate, watched.certificateDays);
  const random = seededRandom(watched.id);
  const files = { key: readFileSync(key), cert: readFileSync(certificate) };
  const server = createServer(files, (asked, answer) => {
    const late = setTimeout(() => forward(asked, answer, origin), delayMs(watched, asked, random));
    answer.on('close', () => clearTimeout(late));
  });
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `https://localhost:${portOf(server)}`, certificate, close: () => closeAll(server) };
}

function makeCertificate(key: string, certificate: string, days: number): void {
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', key, '-out', certificate, '-days', String(days)];
  execFileSync('openssl', ['req', '-x509', ...curve, ...subject, ...files], { stdio: 'ignore' });
}

/** Most answers near the usual, a few much later, as on a real network. */
function delayMs({ latencyMs, place }: Watched, asked: IncomingMessage, random: () => number): number {
  const vantage = vantages.find(({ code }) => code === asked.headers['x-vantage']);
  const tail = -Math.log(1 - random()) * 0.35;
  return latencyMs * (0.7 + 0.2 * random() + tail) + (vantage?.awayMs[place] ?? 0);
}

function forward(asked: IncomingMessage, answer: ServerResponse, origin: string): void {
  const { host: _, ...headers } = asked.headers;
  const onward = request(`${origin}${asked.url}`, { method: asked.method, headers, agent: false });
  onward.on('response', (came) => {
    answer.writeHead(came.statusCode ?? 502, came.headers);
    came.pipe(answer);
    came.on('error', () => answer.destroy());
  });
  // What the simulator does to a connection happens to the one in front of it.
  onward.on('error', () => answer.destroy());
  answer.on('close', () => onward.destroy());
  asked.pipe(onward);
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the front has no port');
  return address.port;
}

function closeAll(server: Server): void {
  server.close();
  server.closeAllConnections();
}

/** The same name gives the same numbers (mulberry32). */
function seededRandom(name: string): () => number {
  let state = [...name].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 7);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

// The yardstick: the least a round can be with undici. Two GETs, status looked at, body parsed, nothing kept.
import { Client } from 'undici';
import { checkPaths, jobOfThisProcess } from './job.ts';
import { runSubject } from './subject.ts';

const job = jobOfThisProcess();
const kept = new Map<number, Client>();

function open(): Client {
  return new Client(job.origin, { allowH2: false, keepAliveMaxTimeout: 120_000, keepAliveTimeout: 120_000 });
}

async function ask(client: Client, index: number): Promise<void> {
  for (const path of checkPaths) {
    const { statusCode, body } = await client.request({ method: 'GET', path: `/d${index}${path}` });
    const document: unknown = JSON.parse(await body.text());
    if (statusCode !== 200 || typeof document !== 'object') throw new Error(`${path}: ${statusCode}`);
  }
}

async function freshRound(index: number): Promise<void> {
  const client = open();
  await ask(client, index);
  await client.close();
}

async function keptRound(index: number): Promise<void> {
  const client = kept.get(index) ?? open();
  kept.set(index, client);
  await ask(client, index);
}

await runSubject(job, job.connections === 'fresh' ? freshRound : keptRound);

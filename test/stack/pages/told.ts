// What the agent tells programs, to hold the pages against: states, incidents, and when a change was told.
import { setTimeout } from 'node:timers/promises';

interface Told {
  readonly id: string;
  readonly status: string;
  readonly incident: { readonly id: string } | null;
}

const patienceMs = 40_000;
const pauseMs = 50;

async function deploymentAt(url: string, id: string): Promise<Told> {
  return (await (await fetch(`${url}/api/v2/deployments/${id}`)).json()) as Told;
}

/** Of the deployment, confirmed. */
export async function untilStatus(url: string, id: string, status: string): Promise<void> {
  const untilMs = Date.now() + patienceMs;
  let told = await deploymentAt(url, id);
  while (told.status !== status) {
    if (Date.now() > untilMs) throw new Error(`${id} is ${told.status}, not ${status}`);
    await setTimeout(pauseMs);
    told = await deploymentAt(url, id);
  }
}

/** Id of the incident that is open. */
export async function incidentOf(url: string, id: string): Promise<string> {
  const { incident } = await deploymentAt(url, id);
  if (incident === null) throw new Error(`${id} has no incident`);
  return incident.id;
}

/** Instant at which the agent told, here, that a deployment's state became `to`; epoch ms. */
export async function whenTold(url: string, id: string, to: string): Promise<() => Promise<number>> {
  const stop = new AbortController();
  const { body } = await fetch(`${url}/api/v2/events`, { signal: stop.signal });
  if (body === null) throw new Error('the stream of events has no body');
  const told = (async () => {
    let text = '';
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const lines = text.split('\n');
      text = lines.pop() ?? '';
      const changes = lines
        .filter((line) => line.startsWith('data:'))
        .map((line) => JSON.parse(line.slice(5)));
      const isTold = changes.some(
        (change) => change.kind === 'state_changed' && change.deployment === id && change.to === to,
      );
      if (isTold) return Date.now();
    }
    throw new Error('the stream of events ended');
  })();
  // Whoever asks hears of it.
  told.catch(() => {});
  return () => told.finally(() => stop.abort());
}

// What the agent tells programs, to hold the pages against: states and incidents.
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

// One deployment as a page: how it is and was, what its checks found, how it drifted and where it contradicts itself.
import type { Chronicle } from '../../model/history.ts';
import type { AgentComponent } from '../../model/snapshot.ts';
import type { Deployment } from '../deployment-schema.ts';
import type { IncidentWithEvidence, IncidentWithUpdates } from '../incident-schema.ts';
import { certificateTold } from './deployment-certificate.ts';
import { chart, frameOf, type View } from './deployment-chart.ts';
import { contradictionsTold, driftTold, findingsTold } from './deployment-deviations.ts';
import { lastFailure } from './deployment-evidence.ts';
import { head } from './deployment-head.ts';
import { incidentsTold, transitionsTold } from './deployment-incidents.ts';
import { checksTold, componentsTold, regionsTold } from './deployment-parts.ts';
import { timeline } from './deployment-timeline.ts';
import { daysTold, uptimeTold } from './deployment-uptime.ts';
import { framed, news, type Site } from './frame.ts';
import { html } from './html.ts';
import { ourselves } from './ourselves.ts';
import { livePart } from './part.ts';
import { inWords } from './words.ts';

export interface Told {
  /** With its findings. */
  readonly deployment: Deployment;
  readonly baseUrl: string;
  readonly chronicle: Chronicle;
  /** Newest first. */
  readonly incidents: readonly IncidentWithUpdates[];
  /** The newest of which evidence is kept. */
  readonly failed: IncidentWithEvidence | null;
  readonly view: View;
  /** The agent itself. */
  readonly self: readonly AgentComponent[];
}

export function renderDeploymentPage(told: Told, site: Site, atMs: number): string {
  const { deployment, baseUrl, chronicle, incidents, failed, view, self } = told;
  const { id, name, status, cause } = deployment;
  const title = `${name}: ${inWords[status]}`;
  const frame = frameOf(view, atMs);
  return framed({
    site,
    atMs,
    title,
    deployment: id,
    assets: ['bars.css', 'evidence.css', 'deployment.css', 'uplot.css', 'chart.js', 'deployment.js'],
    refreshes: true,
    jsonPath: `/api/v2/deployments/${id}`,
    body: html`${livePart('head', html`${head(deployment, baseUrl, site, atMs)}${ourselves(self)}`, news(cause === null ? title : `${title}, ${cause}`))}${livePart('uptime', uptimeTold(deployment))}${livePart('days', daysTold(chronicle, atMs))}${chart(deployment, view, incidents, site, atMs)}
${livePart('timeline', html`${timeline(view.items, frame, view.shortestIntervalMs, atMs)}${transitionsTold(incidents, frame.fromMs, site)}`)}${livePart('contradictions', contradictionsTold(deployment))}${livePart('checks', checksTold(deployment))}${livePart('components', componentsTold(deployment))}${livePart('regions', regionsTold(deployment))}${livePart('findings', findingsTold(deployment))}${livePart('failure', lastFailure(failed, site))}${livePart('drift', driftTold(deployment))}${livePart('certificate', certificateTold(deployment, atMs))}${livePart('incidents', incidentsTold(incidents, site, atMs))}`,
  });
}

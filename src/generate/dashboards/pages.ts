// The dashboards as the files that Grafana imports.
import { agent } from './agent.ts';
import { deployment } from './deployment.ts';
import { fleet } from './fleet.ts';
import type { Dashboard } from './format.ts';

export const dashboards = { fleet, deployment, agent } as const satisfies Record<string, Dashboard>;

export const dashboardPages = Object.entries(dashboards).map(([name, dashboard]) => ({
  path: `dashboards/${name}.json`,
  text: () => `${JSON.stringify(dashboard, null, 2)}\n`,
}));

// The agents themselves: whether what they say can be relied on, and what they take.

import { ownProcess, ownSurroundings } from './agent-process.ts';
import { faults, scheduler } from './agent-work.ts';
import type { Dashboard } from './format.ts';
import { dashboard, linkTo, uids } from './frame.ts';
import type { Section } from './layout.ts';
import { stat } from './panels.ts';
import { ofPicket, onceOfPicket } from './queries.ts';
import { now, ofAgents } from './targets.ts';
import { noData, okOrFailed, upOrDown } from './values.ts';

const nowSection: Section = {
  title: 'Now',
  panels: [
    stat({
      title: 'Up',
      description: 'Whether Prometheus can scrape all agents that it did scrape within the time range.',
      query: now(`min(${onceOfPicket(ofAgents('up'))})`),
      unit: 'none',
      mappings: [noData, upOrDown],
      w: 4,
    }),
    stat({
      title: 'Version',
      description: 'Versions that are running, each once.',
      query: now(
        `count by (version, node) (${ofAgents('picket_build_info')})`,
        '{{version}} on Node.js {{node}}',
      ),
      unit: 'none',
      named: true,
      w: 4,
    }),
    stat({
      title: 'Last reload',
      description:
        'Whether the last load of the configuration went well; while it failed, the one before it runs.',
      query: now(`min(${ofAgents('picket_config_last_reload_successful')})`),
      unit: 'none',
      mappings: [noData, okOrFailed],
      w: 4,
    }),
    stat({
      title: 'Egress',
      description:
        "Whether the agents' own network works; while it does not, states become unknown, and no outages.",
      query: now(`min(${ofAgents('picket_agent_egress_ok')})`),
      unit: 'none',
      mappings: [noData, okOrFailed],
      w: 4,
    }),
    stat({
      title: 'Series exposed',
      description: 'Of all agents.',
      query: now(`sum(${ofAgents('picket_series')})`),
      unit: 'short',
      w: 4,
    }),
    stat({
      title: 'Uptime',
      description: 'Of the agent that was started last.',
      query: now(`time() - max(${ofPicket(ofAgents('process_start_time_seconds'))})`),
      unit: 'dtdurations',
      decimals: 0,
      w: 4,
    }),
  ],
};

export const agent: Dashboard = dashboard({
  uid: uids.agent,
  title: 'Picket / Agent',
  description: 'The agents themselves: whether what they say can be relied on, and what they take.',
  variables: [],
  links: [
    linkTo(uids.fleet, 'Fleet', 'All deployments'),
    linkTo(uids.deployment, 'Deployment', 'One deployment in all detail'),
  ],
  alerts: ['job=~"$job|"', 'deployment=""'],
  sections: [
    nowSection,
    scheduler,
    faults,
    { title: 'Process', panels: [...ownProcess(), ...ownSurroundings()] },
  ],
});

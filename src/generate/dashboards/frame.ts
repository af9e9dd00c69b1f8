// What the dashboards share around their panels: variables, links to each other, and the alerts drawn on time.
import type { Dashboard, DashboardLink, Variable } from './format.ts';
import { laidOut, type Section } from './layout.ts';
import { datasource } from './targets.ts';

export const uids = {
  fleet: 'picket-fleet',
  deployment: 'picket-deployment',
  agent: 'picket-agent',
} as const;

/** The chosen data source and agents, as the variables of another of our dashboards. */
export const chosenAgents = `\${datasource:queryparam}&\${job:queryparam}&\${instance:queryparam}`;

export const watchdog = 'PicketWatchdog';

interface Board {
  readonly uid: string;
  readonly title: string;
  readonly description: string;
  /** Beside data source, job and instance. */
  readonly variables: readonly Variable[];
  readonly links: readonly DashboardLink[];
  /** What of the alerts concerns it, as matchers. */
  readonly alerts: readonly string[];
  readonly sections: readonly Section[];
}

export function dashboard({ uid, title, description, variables, links, alerts, sections }: Board): Dashboard {
  return {
    id: null,
    uid,
    title,
    description,
    tags: ['picket'],
    schemaVersion: 39,
    version: 1,
    editable: false,
    fiscalYearStartMonth: 0,
    graphTooltip: 1,
    liveNow: false,
    preload: false,
    weekStart: '',
    timezone: 'browser',
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    timepicker: { refresh_intervals: ['10s', '30s', '1m', '5m', '15m', '1h'] },
    links,
    annotations: { list: [firing(alerts)] },
    templating: { list: [dataSource, jobs, instances, ...variables] },
    panels: laidOut(sections),
  };
}

function firing(matchers: readonly string[]) {
  const ours = ['alertstate="firing"', 'alertname=~"Picket.+"', `alertname!="${watchdog}"`, ...matchers];
  const expr = `ALERTS{${ours.join(', ')}}`;
  return {
    name: 'Firing alerts',
    datasource,
    enable: true,
    hide: false,
    iconColor: 'red',
    expr,
    step: '60s',
    titleFormat: '{{alertname}}',
    tagKeys: 'severity,deployment,check,component',
    textFormat: '',
    target: { refId: 'Anno', expr, interval: '60s' },
  };
}

const dataSource: Variable = {
  type: 'datasource',
  name: 'datasource',
  label: 'Data source',
  description: 'The Prometheus that scrapes the agents.',
  query: 'prometheus',
  regex: '',
  hide: 0,
  includeAll: false,
  multi: false,
  skipUrlSync: false,
  refresh: 1,
  options: [],
  current: {},
};

const jobs = choices('job', 'Job', 'Prometheus jobs that scrape agents.', 'picket_build_info');
const instances = choices('instance', 'Instance', 'Agents.', 'picket_build_info{job=~"$job"}');

/** Values of the label that the variable is called after; all of them, to begin with. */
export function choices(name: string, label: string, description: string, series: string): Variable {
  return {
    ...oneOf(name, label, description, series),
    multi: true,
    includeAll: true,
    allValue: '.+',
    current: { selected: true, text: ['All'], value: ['$__all'] },
  };
}

/** One value of the label that the variable is called after; the first of them, to begin with. */
export function oneOf(name: string, label: string, description: string, series: string): Variable {
  const query = `label_values(${series}, ${name})`;
  return {
    type: 'query',
    name,
    label,
    description,
    datasource: { ...datasource },
    definition: query,
    query: { query, refId: `Variable-${name}` },
    regex: '',
    // When the time range changes, so that what is gone now can be chosen for when it was there.
    refresh: 2,
    sort: 1,
    hide: 0,
    skipUrlSync: false,
    multi: false,
    includeAll: false,
    options: [],
    current: {},
  };
}

/** At the top of a dashboard, with its time range and agents. */
export function linkTo(uid: string, title: string, tooltip: string): DashboardLink {
  return {
    type: 'link',
    title,
    url: `/d/${uid}?${chosenAgents}`,
    tooltip,
    icon: 'dashboard',
    tags: [],
    asDropdown: false,
    keepTime: true,
    includeVars: false,
    targetBlank: false,
  };
}

// What agents show, as promtool's tests write series: one that is well, and what differs in a case.

/** Series (`name{labels}`) to their values, one every 30 s. */
export type Series = Readonly<Record<string, string>>;

export interface RuleCase {
  /** Rules of which it shows that they fire, or that they do not: an alert, for a burn rate with its long window. */
  readonly about: readonly string[];
  readonly title: string;
  readonly series: Series;
  /** When to look, from the start. */
  readonly at: string;
  /** Everything that fires then but the watchdog, as `alertname{labels}`. */
  readonly fires: readonly string[];
  /** What is looked at; all that fires unless given. */
  readonly query?: string;
  /** How far apart the values are; 30 s unless given. */
  readonly every?: string;
}

export interface Place {
  readonly instance?: string;
  readonly vantage?: string;
  readonly deployment?: string;
  /** It is killed after so many minutes: its series go, and Prometheus cannot scrape it. */
  readonly livesMin?: number;
}

/** Longer than any case looks. */
const lasting = 999;
const perMinute = 2;
const day = 86_400;

/** `was` for some minutes, and `is` from then on. */
export function turns(atMin: number, was: number | string, is: number | string): string {
  return `${was}x${perMinute * atMin - 1} ${is}x${lasting}`;
}

export function always(value: number | string): string {
  return `${value}x${lasting}`;
}

/** It shows no such series. */
export const never = '_';

/** An agent with one deployment of two checks and two components, over https, with objectives. */
export function agent(over: Series = {}, place: Place = {}): Series {
  const { livesMin } = place;
  const held = (value: string) =>
    livesMin === undefined ? always(value) : `${value}x${perMinute * livesMin - 1} stale`;
  const well = Object.fromEntries(Object.entries(wellAgent).map(([series, value]) => [series, held(value)]));
  const up = livesMin === undefined ? always(1) : turns(livesMin, 1, 0);
  return Object.fromEntries(
    Object.entries({ ...well, up, ...over }).map(([series, values]) => [placed(series, place), values]),
  );
}

/** Start and step of each. */
const wellAgent: Series = {
  picket_agent_egress_ok: '1',
  'picket_build_info{version="0.1.0"}': '1',
  picket_config_last_reload_successful: '1',
  'picket_scheduler_delay_seconds_bucket{le="0.1"}': '0+1',
  'picket_scheduler_delay_seconds_bucket{le="+Inf"}': '0+1',
  'picket_scheduler_runs_skipped_total{reason="overlap"}': '3',
  nodejs_eventloop_lag_p99_seconds: '0.01',
  scrape_duration_seconds: '0.05',
  'picket_deployment_info{name="Files EU", version="v1", environment="production", team="storage"}': '1',
  picket_deployment_status_code: '0',
  picket_deployment_tls_not_after_timestamp_seconds: String(90 * day),
  picket_deployment_availability_objective_ratio: '0.999',
  picket_deployment_latency_objective_seconds: '0.5',
  'picket_component_status_code{component="API"}': '0',
  'picket_component_status_code{component="Storage"}': '0',
  ...wellCheck('status'),
  ...wellCheck('files'),
};

function wellCheck(check: string): Series {
  const of = (name: string, more = '') => `picket_${name}{check="${check}"${more}}`;
  return {
    [of('check_up')]: '1',
    [of('check_reachable')]: '1',
    [of('check_runs_total')]: '0+1',
    [of('check_failures_total')]: '0',
    [of('check_last_run_timestamp_seconds')]: '0+30',
    [of('check_interval_seconds')]: '30',
    [of('check_http_status_code')]: '200',
    [of('check_duration_seconds_bucket', ', le="0.25"')]: '0+1',
    [of('check_duration_seconds_bucket', ', le="1"')]: '0+1',
    [of('check_duration_seconds_bucket', ', le="+Inf"')]: '0+1',
    [of('contract_findings', ', severity="error"')]: '0',
  };
}

/** With the labels that tell whose it is. */
function placed(series: string, { instance = 'a:7425', vantage = 'fra1', deployment = 'files-eu' }: Place) {
  const [, name = '', labels = ''] = /^(\w+)(?:\{(.+)\})?$/.exec(series) ?? [];
  const ofCheck = /^picket_(check|contract)_/.test(name);
  const ofDeployment = ofCheck || /^picket_(deployment|component|region)_/.test(name);
  const all = [
    'job="picket"',
    `instance="${instance}"`,
    ...(ofDeployment ? [`deployment="${deployment}"`] : []),
    ...(ofCheck ? [`vantage="${vantage}"`] : []),
    ...(labels === '' ? [] : [labels]),
  ];
  return `${name}{${all.join(', ')}}`;
}

/** An alert about the deployment, with the labels that the deployment has. */
export function alert(name: string, severity: string, labels = ''): string {
  const own = 'job="picket", deployment="files-eu", environment="production", team="storage"';
  return `${name}{${own}, severity="${severity}"${labels && `, ${labels}`}}`;
}

export function agentAlert(name: string, severity: string, labels = 'instance="a:7425"'): string {
  return `${name}{job="picket", severity="${severity}", ${labels}}`;
}

/** What an agent shows when the status endpoint cannot be reached from the second minute on. */
export const unreachable: Series = {
  'picket_check_up{check="status"}': turns(2, 1, 0),
  'picket_check_reachable{check="status"}': turns(2, 1, 0),
  'picket_check_http_status_code{check="status"}': `200x3 stale`,
  picket_deployment_status_code: turns(2, 0, 5),
  'picket_component_status_code{component="API"}': turns(2, 0, 2),
  'picket_component_status_code{component="Storage"}': turns(2, 0, 2),
};

/** Cut off from the network from the first minute on. */
export const cutOff: Series = { picket_agent_egress_ok: turns(1, 1, 0) };

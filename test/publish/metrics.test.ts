// The rendering as Prometheus gets it: every series of a fleet, what counts, what vanishes, and its budget.
import { describe, expect, it } from 'vitest';
import type { DeploymentState } from '../../src/model/belief.ts';
import type { BeatCause } from '../../src/model/round.ts';
import { createMetrics, fleetFamilies } from '../../src/publish/metrics.ts';
import { aWalk } from '../fixtures/deviations.ts';
import { fleetSeries, seriesOf, textOf } from '../fixtures/exposition.ts';
import {
  aCheckResult,
  aCheckState,
  aDeployment,
  aFinding,
  aSettlement,
  aSnapshot,
  aView,
} from '../fixtures/snapshot.ts';
import { countRuns, twoDeployments, twoDeploymentsSeries } from '../fixtures/two-deployments.ts';

const create = (stateSet = false) => createMetrics({ version: '0.1.0', stateSet });
const counted = (stateSet = false) => {
  const metrics = create(stateSet);
  countRuns(metrics);
  return metrics;
};
const labels = 'deployment="files-eu",check="status",vantage="fra1"';

function recorded(cause: BeatCause, applied: boolean) {
  const metrics = create();
  const run = aCheckResult('status', { reason: 'version', findings: [aFinding()] });
  metrics.record(aDeployment(), cause, aSettlement(...(applied ? [run] : [])));
  return metrics;
}

describe('the rendering of a fleet', () => {
  it('has exactly the series written down by hand, hostile names escaped', async () => {
    expect(fleetSeries(await textOf(counted().render(twoDeployments, 'text')))).toEqual(twoDeploymentsSeries);
  });

  it('has the same series in OpenMetrics, but for the form of numbers', async () => {
    const text = await textOf(counted().render(twoDeployments, 'openmetrics'));
    const asOpenMetrics = twoDeploymentsSeries.map((line) => line.replace(/le="(\d+)"/, 'le="$1.0"'));
    expect(fleetSeries(text)).toEqual(asOpenMetrics);
    expect(text).toContain('# TYPE picket_check_runs counter\n');
    expect(text).toContain('# TYPE picket_contract_findings_total unknown\n');
    expect(text).not.toContain('\n\n');
    expect(text.endsWith('\n# EOF\n')).toBe(true);
  });

  it('is the same 0.0.4 text after OpenMetrics was asked for', async () => {
    const metrics = counted();
    const before = fleetSeries(await textOf(metrics.render(twoDeployments, 'text')));
    await textOf(metrics.render(twoDeployments, 'openmetrics'));
    expect(fleetSeries(await textOf(metrics.render(twoDeployments, 'text')))).toEqual(before);
  });

  it('does not mix two renderings under way', async () => {
    const metrics = counted();
    const [two, none] = await Promise.all([
      textOf(metrics.render(twoDeployments, 'text')),
      textOf(metrics.render(aSnapshot({ deployments: [] }), 'text')),
    ]);
    expect(fleetSeries(two)).toHaveLength(twoDeploymentsSeries.length);
    expect(fleetSeries(none)).toEqual([]);
  });

  it('is not changed by one that begins in its midst', async () => {
    const metrics = create();
    let other: Promise<string> | null = null;
    const view = aView();
    Object.defineProperty(view.state, 'certificate', {
      get: () => {
        other ??= textOf(metrics.render(aSnapshot({ deployments: [] }), 'text'));
        return null;
      },
    });
    const text = await textOf(metrics.render(aSnapshot({ deployments: [view] }), 'text'));
    expect(seriesOf(text, 'picket_component_status_code')).toHaveLength(4);
    expect(fleetSeries((await other) ?? 'none')).toEqual([]);
  });

  it('costs a healthy deployment with two checks over http and four components at most 80 series', async () => {
    const slo = { availability: 0.999, latencyMs: 500 };
    // With all that a configuration can add: objectives, and a walk over the pages of its list.
    const checks = { status: aCheckState('status'), files: aCheckState('files', { walk: aWalk() }) };
    const snapshot = aSnapshot({ deployments: [aView({ deployment: { slo }, state: { checks } })] });
    const series = fleetSeries(await textOf(create().render(snapshot, 'text')));
    expect(series.filter((line) => line.includes('_walk_'))).toHaveLength(4);
    expect(series.length).toBeLessThanOrEqual(80);
  });

  it('has no quote in any help: OpenMetrics would have it escaped, and the text format not', async () => {
    const text = await textOf(counted(true).render(twoDeployments, 'text'));
    const helps = text.split('\n').filter((line) => line.startsWith('# HELP '));
    expect(helps.length).toBeGreaterThan(fleetFamilies(true).length);
    expect(helps.filter((line) => line.includes('"'))).toEqual([]);
  });

  it('comes in few pieces where deployments are few', async () => {
    const page = await create().render(twoDeployments, 'openmetrics');
    expect(page.length).toBeLessThanOrEqual(4);
  });

  it('shows a StateSet only where asked for', async () => {
    const count = async (stateSet: boolean) =>
      seriesOf(await textOf(create(stateSet).render(aSnapshot(), 'text')), 'picket_component_status').length;
    expect(await count(false)).toBe(0);
    expect(await count(true)).toBe(4 * 6);
  });

  it('counts itself in picket_series', async () => {
    const text = await textOf(create().render(twoDeployments, 'text'));
    expect(seriesOf(text, 'picket_series')).toEqual([`picket_series ${seriesOf(text).length}`]);
  });

  it('loses one family, and says so, when that family cannot be read', async () => {
    const broken = aView({ state: { components: null as unknown as DeploymentState['components'] } });
    const text = await textOf(create().render(aSnapshot({ deployments: [broken] }), 'text'));
    expect(seriesOf(text, 'picket_component_status_code')).toEqual([]);
    expect(seriesOf(text, 'picket_deployment_status_code')).toHaveLength(1);
    expect(seriesOf(text, 'picket_agent_errors_total')).toEqual([
      'picket_agent_errors_total{stage="publish"} 2',
    ]);
  });
});

describe('what is recorded', () => {
  it('counts a run at its slot in runs, failures, reasons, rules and the histogram', async () => {
    const text = await textOf(recorded('slot', true).render(aSnapshot(), 'text'));
    expect(fleetSeries(text)).toEqual(
      expect.arrayContaining([
        `picket_check_runs_total{${labels}} 1`,
        `picket_check_failures_total{${labels}} 1`,
        `picket_check_failure_reasons_total{reason="version",${labels}} 1`,
        `picket_contract_findings_total{rule="transport.cache_control",${labels}} 1`,
        `picket_check_duration_seconds_bucket{le="0.05",${labels}} 1`,
        `picket_check_duration_seconds_bucket{le="+Inf",${labels}} 1`,
        `picket_check_duration_seconds_sum{${labels}} 0.037`,
      ]),
    );
  });

  it.each([
    ['a re-check', 'recheck', true, 1],
    ['a re-check that came late', 'recheck', false, 0],
    ['a round somebody asked for', 'asked', true, 0],
    ['a late or repeated result', 'slot', false, 0],
  ] as const)('counts %s in no run', async (_, cause, applied, rechecks) => {
    const text = await textOf(recorded(cause, applied).render(aSnapshot(), 'text'));
    expect(text).toContain(`picket_check_runs_total{${labels}} 0\n`);
    expect(seriesOf(text, 'picket_check_failure_reasons_total')).toEqual([]);
    expect(text).toContain(`picket_rechecks_total ${rechecks}\n`);
  });

  it('counts of a walk what it found, and no run', async () => {
    const metrics = create();
    const findings = [aFinding({ rule: 'meaning.pagination' })];
    const walk = { startedMs: 0, endedMs: 1, pages: 2, items: 3, end: 'loop', findings } as const;
    metrics.walked(aDeployment(), { endpoint: 'status', ...walk });
    const text = await textOf(metrics.render(aSnapshot(), 'text'));
    expect(seriesOf(text, 'picket_contract_findings_total')).toEqual([
      `picket_contract_findings_total{rule="meaning.pagination",${labels}} 1`,
    ]);
    expect(seriesOf(text, 'picket_check_runs_total')).toContain(`picket_check_runs_total{${labels}} 0`);
  });

  it('is gone once forgotten, and from the text when its deployment is', async () => {
    const metrics = recorded('slot', true);
    expect(fleetSeries(await textOf(metrics.render(aSnapshot({ deployments: [] }), 'text')))).toEqual([]);
    metrics.forget('files-eu');
    expect(await textOf(metrics.render(aSnapshot(), 'text'))).toContain(
      `picket_check_runs_total{${labels}} 0\n`,
    );
  });
});

describe('the table of families', () => {
  it('names each once, with the prefix, and counters with _total', () => {
    const families = fleetFamilies(true);
    expect(new Set(families.map(({ name }) => name)).size).toBe(families.length);
    for (const { name, type, help } of families) {
      expect(name).toMatch(type === 'counter' ? /^picket_\w+_total$/ : /^picket_(?!\w+_total$)\w+$/);
      expect(help).toMatch(/\.$/);
    }
  });

  it.each(fleetFamilies(true))(
    'has series for $name, with the labels it lists',
    async ({ name, type, labels }) => {
      const text = await textOf(counted(true).render(twoDeployments, 'text'));
      const series = seriesOf(text, type === 'histogram' ? `${name}_bucket` : name);
      expect(series.length).toBeGreaterThan(0);
      for (const line of series) {
        const borne = [...line.matchAll(/(?<=[{,])(\w+)="/g)].map(([, label]) => label);
        const own = name === 'picket_deployment_info' ? borne.filter((label) => label !== 'team') : borne;
        expect(own.toSorted()).toEqual(labels.toSorted());
      }
    },
  );
});

// What the alerts say to those who get them: labels, summary, description and where to look.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { asTest, playerIn, shipped } from './rules-play.ts';
import { agent, agentAlert, alert, always, unreachable } from './rules-series.ts';
import { isMissing } from './tools.ts';

const absent = isMissing('promtool');
const folder = mkdtempSync(join(tmpdir(), 'picket-rules-words-'));
const play = playerIn(folder);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(absent)('what people read', () => {
  /** `fires` as in a case. */
  const of = (
    fires: string,
    description: string,
    summary: string,
    dashboard = 'picket-deployment?var-deployment=files-eu',
  ) => {
    const name = fires.replace(/\{.*/, '');
    const labels = [...fires.matchAll(/(\w+)="([^"]+)"/g)].map(([, label, value]) => [label, value]);
    return {
      alertname: name,
      exp_alerts: [
        {
          exp_labels: Object.fromEntries(labels),
          exp_annotations: {
            summary,
            description,
            runbook_url: `https://picket.example/runbooks#${name.toLowerCase()}`,
            dashboard_url: `http://localhost:3000/d/${dashboard}`,
          },
        },
      ],
    };
  };
  const day = 86_400;

  test.each([
    {
      title: 'a deployment that is down',
      series: agent(unreachable),
      expected: of(
        alert('PicketDeploymentDown', 'critical'),
        'The status endpoint of files-eu cannot be reached by most of the agents that ask it.',
        'A deployment is down.',
      ),
    },
    {
      title: 'a component in partial outage',
      series: agent({ 'picket_component_status_code{component="Storage"}': always(4) }),
      expected: of(
        alert('PicketComponentOutage', 'critical', 'component="Storage"'),
        'Storage of files-eu reports a partial outage.',
        'A component of a deployment reports an outage.',
      ),
    },
    {
      title: 'a certificate that expires',
      series: agent({ picket_deployment_tls_not_after_timestamp_seconds: always(2 * day) }),
      expected: of(
        alert('PicketCertificateExpiresVerySoon', 'critical'),
        'The certificate that files-eu shows expires in 1d 23h 40m 0s.',
        'The certificate of a deployment expires within 3 days, or has expired.',
      ),
    },
    {
      title: 'one that has expired',
      series: agent({ picket_deployment_tls_not_after_timestamp_seconds: always(1) }),
      expected: of(
        alert('PicketCertificateExpiresVerySoon', 'critical'),
        'The certificate that files-eu shows has expired.',
        'The certificate of a deployment expires within 3 days, or has expired.',
      ),
    },
    {
      title: 'runs that are skipped now and then',
      series: agent({ 'picket_scheduler_runs_skipped_total{reason="overlap"}': '0x9 1x9 2x9 3x9 4x99' }),
      expected: of(
        agentAlert('PicketRunsSkipped', 'warning', 'instance="a:7425", reason="overlap"'),
        'Runs that were due at the agent a:7425 and did not start (overlap): 2 in 10m.',
        'A Picket agent keeps skipping runs that are due.',
        'picket-agent?var-instance=a:7425',
      ),
    },
    {
      title: 'one thing that breaks the contract',
      series: agent({ 'picket_contract_findings{check="files", severity="error"}': always(1) }),
      expected: of(
        alert('PicketContractBroken', 'warning', 'check="files"'),
        'The last files answer of files-eu breaks the contract; findings of severity error: 1.',
        'A deployment answers against the documented contract.',
      ),
    },
  ])('$title', ({ title, series, expected }) => {
    const { input_series } = asTest({ about: [], title, series, at: '20m', fires: [] });
    const tests = [{ interval: '30s', input_series, alert_rule_test: [{ eval_time: '20m', ...expected }] }];
    expect(play(title, shipped, tests)).toEqual({ status: 0, said: expect.stringContaining('SUCCESS') });
  });
});

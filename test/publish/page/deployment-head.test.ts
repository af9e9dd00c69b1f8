// The head of a deployment's page: state, cause, incident and facts, and that it says when it does not know.
import { describe, expect, it } from 'vitest';
import { deploymentResource } from '../../../src/publish/deployment.ts';
import { head } from '../../../src/publish/page/deployment-head.ts';
import { siteAt } from '../../fixtures/page.ts';
import { aCheckState, anIncident, aView, nowMs } from '../../fixtures/snapshot.ts';

const headOf = (over: Parameters<typeof aView>[0] = {}) =>
  head(deploymentResource(aView(over), {}, true), 'http://files.example.test', siteAt('/at'), nowMs).markup;

it.each([
  ['its name', '<h1><bdi>Files EU</bdi></h1>'],
  [
    'its state and since when',
    '</svg>Operational</span> <span class="since">since <time datetime="2026-11-21T09:00:00Z"',
  ],
  ['for how long', '</time>, for 1 h</span>'],
  ['its id', '<dt>Id</dt><dd>files-eu</dd>'],
  ['its kind and version', '<dt>Kind</dt><dd><bdi>file-storage</bdi>, v1</dd>'],
  ['where it is', '<dt>Base URL</dt><dd><bdi>http://files.example.test</bdi></dd>'],
  ['when it was asked', '<dt>Last check</dt><dd><time datetime="2026-11-21T09:59:50Z"'],
  ['when it is asked next', '<dt>Next run</dt><dd><time datetime="2026-11-21T10:00:20Z"'],
])('tells %s', (_, markup) => {
  expect(headOf()).toContain(markup);
});

it('tells the next run of whichever check', () => {
  const deployment = deploymentResource(aView(), {}, true);
  const last = { ...deployment, checks: deployment.checks.toReversed() };
  expect(head(last, '', siteAt('/at'), nowMs).markup).toContain(
    '<dt>Next run</dt><dd><time datetime="2026-11-21T10:00:20Z"',
  );
});

it('leaves out what there is nothing of', () => {
  for (const word of ['class="cause"', 'class="stale"', 'incident', 'Labels'])
    expect(headOf()).not.toContain(word);
});

it('tells its labels', () => {
  expect(headOf({ deployment: { labels: { team: '<b>' } } })).toContain(
    '<dd><ul class="labels"><li><bdi>team: &lt;b&gt;</bdi></li></ul></dd>',
  );
});

it('leads to the incident while it is open', () => {
  const link = 'Open incident: <a href="/at/incidents/inc_1"><bdi dir="ltr">';
  expect(headOf({ state: { incident: anIncident() } })).toContain(link);
  const resolved = anIncident({ status: 'resolved', resolvedMs: nowMs });
  expect(headOf({ state: { incident: resolved } })).not.toContain('Open incident');
});

describe('without a fresh answer', () => {
  it('says from when it is', () => {
    const stale = headOf({
      state: { status: 'unknown', checks: { status: aCheckState('status', { fresh: false }) } },
    });
    expect(stale).toContain('</svg>Unknown</span>');
    expect(stale).toMatch(
      /no fresh answer of the status check\.<\/strong> It was last asked at <time datetime="2026-11-21T09:59:50Z"/,
    );
  });

  it('says that there never was one', () => {
    const never = headOf({ state: { status: 'unknown', checks: {} } });
    expect(never).toContain('It has not been asked yet.');
    expect(never).toContain('<dt>Last check</dt><dd>never</dd>');
  });
});

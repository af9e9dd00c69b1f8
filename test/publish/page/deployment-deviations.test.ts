// Contradictions, findings and drift as tables: both sides of each, the gravest first.
import { expect, it } from 'vitest';
import { deploymentResource } from '../../../src/publish/deployment.ts';
import {
  contradictionsTold,
  driftTold,
  findingsTold,
} from '../../../src/publish/page/deployment-deviations.ts';
import { aContradiction, aDrift, aWalk } from '../../fixtures/deviations.ts';
import { aCheckState, aFinding, aRun, aView } from '../../fixtures/snapshot.ts';

const resource = (state: Parameters<typeof aView>[0] & object = {}) =>
  deploymentResource(aView(state), {}, true);

it('shows both sides of a contradiction, and since when', () => {
  const told = contradictionsTold(resource({ state: { contradictions: [aContradiction()] } })).markup;
  expect(told).toContain(
    '<td data-label="Expected"><bdi>operational</bdi></td>\n<td data-label="Observed"><bdi>files: http_status</bdi></td>\n<td data-label="Since"><time datetime="2026-11-21T09:59:00Z"',
  );
});

it('shows a finding: what, where, and both sides', () => {
  const last = aRun({ findings: [aFinding({ observed: '<b>' })] });
  const told = findingsTold(
    resource({ state: { checks: { status: aCheckState('status', { last }) } } }),
  ).markup;
  expect(told).toContain(
    '<td data-label="Where">status<small><bdi>headers.cache-control</bdi></small></td>\n<td data-label="Expected"><bdi>no-store</bdi></td>\n<td data-label="Observed"><bdi>&lt;b&gt;</bdi></td>',
  );
});

it('tells findings of all checks and walks with the gravest first', () => {
  const info = aFinding({ rule: 'drift.unknown_field', severity: 'info' });
  const error = aFinding({ rule: 'shape.type', severity: 'error' });
  const checks = {
    status: aCheckState('status', { last: aRun({ findings: [info] }) }),
    files: aCheckState('files', {
      last: aRun({ findings: [error] }),
      walk: aWalk({ findings: [aFinding({ path: 'pages[2].data[0].id' })] }),
    }),
  };
  const told = findingsTold(resource({ state: { checks } })).markup;
  const severities = [...told.matchAll(/data-label="Severity">(\w+)</g)].map(([, severity]) => severity);
  expect(severities).toEqual(['error', 'warning', 'info']);
  expect(told).toContain('<small><bdi>pages[2].data[0].id</bdi></small>');
});

it('shows since when it drifts, and how often that was seen', () => {
  const told = driftTold(resource({ state: { drift: [aDrift(), aDrift({ count: 1 })] } })).markup;
  expect(told).toMatch(
    /120 runs<small>first <time datetime="2026-11-21T08:00:00Z".*<small>last <time datetime="2026-11-21T09:59:50Z"/,
  );
  expect(told).toContain('>1 run<');
});

it('is nothing where there is none', () => {
  for (const told of [contradictionsTold, findingsTold, driftTold]) expect(told(resource()).markup).toBe('');
});

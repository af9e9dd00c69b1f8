// Checks, components and regions as tables: each with its state as a mark and a word.
import { describe, expect, it } from 'vitest';
import { deploymentResource } from '../../../src/publish/deployment.ts';
import { checksTold, componentsTold, regionsTold } from '../../../src/publish/page/deployment-parts.ts';
import { aWalk } from '../../fixtures/deviations.ts';
import { aCheckState, aComponent, aRun, aView, confirmed } from '../../fixtures/snapshot.ts';

const resource = (over: Parameters<typeof aView>[0] = {}) => deploymentResource(aView(over), {}, true);

describe('checks', () => {
  const failed = aCheckState('files', {
    up: confirmed(1),
    last: aRun({ reason: 'http_status', httpStatus: 500 }),
    walk: aWalk(),
  });
  const told = checksTold(
    resource({ state: { checks: { status: aCheckState('status'), files: failed } } }),
  ).markup;

  it.each([
    ['one that is up', '<use href="#m-operational"/></svg>up</span>'],
    ['one that is down', '<use href="#m-partial_outage"/></svg>down</span>'],
    ['why', '<td data-label="Last run">http_status<small><time datetime="2026-11-21T09:59:50Z"'],
    ['that the other went well', '<td data-label="Last run">well<small>'],
    ['what was answered', '<td data-label="HTTP status">500</td>'],
    ['how long it took, and what of', '<td data-label="Latency">37.0 ms<small>dns 1.0 ms, connect 2.0 ms'],
    ['when it runs next', '<td data-label="Next run"><small><time datetime="2026-11-21T10:00:20Z"'],
    ['its walk', '52 items on 3 pages, to the last page<small><time datetime="2026-11-21T09:45:00Z"'],
  ])('show %s', (_, markup) => {
    expect(told).toContain(markup);
  });

  it('tell down from not reachable', () => {
    const cut = aCheckState('status', { up: confirmed(1), reachable: confirmed(1) });
    expect(checksTold(resource({ state: { checks: { status: cut } } })).markup).toContain(
      '<use href="#m-major_outage"/></svg>down, not reachable</span>',
    );
  });

  it('say that they do not know', () => {
    const never = checksTold(resource({ state: { checks: {} } })).markup;
    expect(never).toContain('</svg>Unknown</span></td>\n<td data-label="Last run">never</td>');
  });

  it('have a column for walks only where there was one', () => {
    const column = '<th scope="col">Walk over its pages</th>';
    expect(told).toContain(column);
    expect(checksTold(resource()).markup).not.toContain(column);
  });
});

it('components show the word as it was reported', () => {
  const components = [{ ...aComponent('<API>', 'unknown'), reported: 'brown' }];
  const told = componentsTold(resource({ state: { components } })).markup;
  expect(told).toContain('<th scope="row"><bdi>&lt;API&gt;</bdi></th>');
  expect(told).toContain('</svg>Unknown</span></td>\n<td data-label="Reported"><bdi>brown</bdi></td>');
  expect(told).toContain('<td data-label="Since"><time datetime="2026-11-21T09:00:00Z"');
});

it('parts that are not well stand first, the others as they came', () => {
  const components = [
    aComponent('API', 'operational'),
    aComponent('Queue', 'degraded_performance'),
    aComponent('Mail', 'operational'),
    aComponent('Storage', 'major_outage'),
  ];
  const told = componentsTold(resource({ state: { components } })).markup;
  expect([...told.matchAll(/<th scope="row"><bdi>(\w+)/g)].map(([, name]) => name)).toEqual([
    'Storage',
    'Queue',
    'API',
    'Mail',
  ]);
});

it('regions show where they are', () => {
  const place = { code: 'fra1', name: 'Frankfurt', zone: 'eu-central', country: 'DE' };
  const regions = [{ ...place, state: 'partial_outage', reported: 'Partial Outage' } as const];
  const told = regionsTold(resource({ state: { regions } })).markup;
  expect(told).toContain('<th scope="row"><bdi>Frankfurt</bdi><small><bdi>fra1</bdi></small></th>');
  expect(told).toContain(
    '</svg>Partial outage</span></td>\n<td data-label="Reported"><bdi>Partial Outage</bdi></td>',
  );
  expect(told).toContain('<bdi>eu-central</bdi><small><bdi>DE</bdi></small>');
  expect(regionsTold(resource()).markup).toBe('');
});

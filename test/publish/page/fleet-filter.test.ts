// The form of the fleet's filter, what it takes, and what a deployment is found by.
import { describe, expect, it } from 'vitest';
import { filterForm, fleetQuery, matchable } from '../../../src/publish/page/fleet-filter.ts';
import { aComponent, aSnapshot, aView } from '../../fixtures/snapshot.ts';

const plain = { q: '', state: '', label: '', sort: 'worst' } as const;

describe('the query', () => {
  it.each([
    ['nothing', {}, plain],
    ['what an untouched form sends', { q: '', state: '', label: '', sort: 'worst' }, plain],
    [
      'everything at once',
      { q: 'a b', state: 'unwell', label: 'env:prod', sort: 'name' },
      { q: 'a b', state: 'unwell', label: 'env:prod', sort: 'name' },
    ],
    ['what is not ours beside it', { utm_source: 'x' }, plain],
  ])('takes %s', (_, query, expected) => {
    expect(fleetQuery.parse(query)).toEqual(expected);
  });

  it.each([
    ['a text without end', { q: 'a'.repeat(101) }],
    ['a text twice', { q: ['a', 'b'] }],
    ['a state that is none', { state: 'green' }],
    ['a member of Object', { state: '__proto__' }],
    ['a label without end', { label: 'a'.repeat(513) }],
    ['an order that is none', { sort: 'constructor' }],
  ])('refuses %s', (_, query) => {
    expect(fleetQuery.safeParse(query).success).toBe(false);
  });
});

it('finds a deployment by all that its row says', () => {
  const view = aView({
    deployment: { labels: { env: 'prod' } },
    state: {
      status: 'unknown',
      cause: 'No fresh answer',
      components: [aComponent('API'), aComponent('Storage')],
    },
  });
  expect(matchable(view, 3)).toEqual({
    view,
    text: 'files-eu\nfiles eu\nno fresh answer\napi, storage\nenv:prod',
    state: 'unknown',
    severity: 2,
    labels: ['env:prod'],
    name: 'Files EU',
    index: 3,
  });
});

describe('the form', () => {
  const labelled = (...labels: Record<string, string>[]) =>
    aSnapshot({ deployments: labels.map((each) => aView({ deployment: { labels: each } })) });
  const optionsOf = (markup: string, name: string) =>
    [
      ...(markup.split(`name="${name}">`)[1]?.split('</select>')[0] ?? '').matchAll(
        /<option value="([^"]*)"( selected)?>/g,
      ),
    ].map(([, value, selected]) => (selected ? `(${value})` : value));

  it('is a GET of the page under the base path', () => {
    const { markup } = filterForm(aSnapshot(), plain, '/at');
    expect(markup).toContain('<form id="filter" role="search" action="/at/">');
    expect(markup).toContain('<button>Show</button>');
  });

  it('has all states, and what is not operational', () => {
    const { markup } = filterForm(aSnapshot(), { ...plain, state: 'unwell', sort: 'name' }, '');
    expect(optionsOf(markup, 'state')).toEqual([
      '',
      '(unwell)',
      'operational',
      'under_maintenance',
      'unknown',
      'degraded_performance',
      'partial_outage',
      'major_outage',
    ]);
    expect(optionsOf(markup, 'sort')).toEqual(['worst', 'configured', '(name)']);
  });

  it('has each label once, in order', () => {
    const snapshot = labelled({ env: 'prod' }, { env: 'prod', app: 'x' }, {});
    expect(optionsOf(filterForm(snapshot, plain, '').markup, 'label')).toEqual(['()', 'app:x', 'env:prod']);
  });

  it('has no labels to choose where there are none', () => {
    expect(filterForm(labelled({}), plain, '').markup).not.toContain('name="label"');
  });

  it('has at most 200 of them, and the one asked for', () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`l${1000 + index}`, 'v']));
    const options = optionsOf(
      filterForm(labelled(many), { ...plain, label: 'gone:now' }, '').markup,
      'label',
    );
    expect(options).toHaveLength(1 + 200 + 1);
    expect(options.at(-1)).toBe('(gone:now)');
  });

  it('keeps what is asked for as text', () => {
    const asked = { ...plain, q: '"><script>', label: '"><script>' };
    const { markup } = filterForm(aSnapshot(), asked, '');
    expect(markup).not.toContain('<script');
    expect(markup).toContain('value="&quot;&gt;&lt;script&gt;"');
  });
});

// The fleet's page over HTTP: its form, the rows that a shown page asks for, and what is refused.
import { describe, expect, it } from 'vitest';
import { ask, serve } from '../fixtures/served.ts';
import { smallFleet } from '../fixtures/small-fleet.ts';
import { aSnapshot, aView } from '../fixtures/snapshot.ts';

const sources = {
  snapshot: () => smallFleet.snapshot,
  chronicles: async () => smallFleet.chronicles,
};
const shownOf = (page: string) => [...page.matchAll(/<div role="row" id="d-([^"]+)"/g)].map(([, id]) => id);

describe('the page', () => {
  it('tells of the past that the store has', async () => {
    expect((await ask('/', sources)).body).toContain('<b>99.43 %</b> up');
  });

  it.each([
    ['/', ['media-us', 'search', 'files-eu']],
    ['/?q=&state=&label=&sort=worst', ['media-us', 'search', 'files-eu']],
    ['/?q=&state=&label=&sort=', ['media-us', 'search', 'files-eu']],
    ['/?sort=name', ['files-eu', 'media-us', 'search']],
    ['/?state=unwell&sort=configured', ['media-us', 'search']],
    ['/?label=env%3Aprod', ['files-eu']],
    ['/?q=%3Cus%3E', ['media-us']],
    ['/?q=%00%F0%9F%92%A9', []],
    ['/?q=(.*)%2B%24', []],
    ['/?label=nonsense', []],
    ['/?utm_source=mail', ['media-us', 'search', 'files-eu']],
  ])('at %s shows %j', async (url, expected) => {
    const { statusCode, body } = await ask(url, sources);
    expect(statusCode).toBe(200);
    expect(shownOf(body)).toEqual(expected);
  });

  it('as it was asked for answers nobody who asks otherwise', async () => {
    const { app } = serve(sources);
    const shown: unknown[] = [];
    for (const query of ['', '?q=media', '?state=unknown', '?label=env%3Aprod', '?sort=name', '']) {
      shown.push(shownOf((await app.inject(`/${query}`)).body));
    }
    expect(shown).toEqual([
      ['media-us', 'search', 'files-eu'],
      ['media-us'],
      ['search'],
      ['files-eu'],
      ['files-eu', 'media-us', 'search'],
      ['media-us', 'search', 'files-eu'],
    ]);
  });

  it('keeps what was asked in its form', async () => {
    const { body } = await ask('/?q=media&state=unwell&label=env:test&sort=name', sources);
    expect(body).toContain('name="q" maxlength="100" value="media"');
    for (const chosen of ['unwell', 'env:test', 'name']) {
      expect(body).toContain(`<option value="${chosen}" selected>`);
    }
  });

  it.each([
    ['/?state=green', 'state'],
    ['/?state=__proto__', 'state'],
    ['/?sort=random', 'sort'],
    ['/?q=a&q=b', 'q'],
    [`/?q=${'a'.repeat(101)}`, 'q'],
    [`/?label=${'a'.repeat(513)}`, 'label'],
  ])('refuses %s', async (url, name) => {
    const answer = await ask(url, sources);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ error: { code: 'bad_request' } });
    expect(answer.json().error.message).toMatch(new RegExp(`^${name}: `));
  });

  it('has nothing of a query as markup', async () => {
    const { body } = await ask(
      '/?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E&label=%22%3E%3Cimg%20src=x%3E',
      sources,
    );
    expect(body).not.toMatch(/<script>|<img/);
  });
});

describe('the fragment', () => {
  it('has the rows asked for, as a page may have them', async () => {
    const { statusCode, headers, body } = await ask(
      '/fragments/fleet?id=search&id=files-eu&id=gone',
      sources,
    );
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toContain("script-src 'self'");
    expect(shownOf(body)).toEqual(['files-eu', 'search']);
    expect(body).not.toContain('<script');
  });

  it.each([
    ['/fragments/fleet', []],
    ['/fragments/fleet?id=media-us', ['media-us']],
    ['/fragments/fleet?id=media-us&id=media-us', ['media-us']],
    ['/fragments/fleet?id=gone', []],
  ])('at %s has %j', async (url, expected) => {
    expect(shownOf((await ask(url, sources)).body)).toEqual(expected);
  });

  it('has at most 50 rows', async () => {
    const ids = Array.from({ length: 51 }, (_, index) => `d${index}`);
    const snapshot = aSnapshot({ deployments: ids.map((id) => aView({ deployment: { id } })) });
    const query = (count: number) =>
      ids
        .slice(0, count)
        .map((id) => `id=${id}`)
        .join('&');
    const over = { snapshot: () => snapshot };
    expect(shownOf((await ask(`/fragments/fleet?${query(50)}`, over)).body)).toHaveLength(50);
    expect(await ask(`/fragments/fleet?${query(51)}`, over)).toMatchObject({ statusCode: 400 });
  });

  it.each(['__proto__', '%3Cscript%3E', '', 'A', 'a'.repeat(64), 'a%20b'])(
    'refuses the id "%s"',
    async (id) => {
      const answer = await ask(`/fragments/fleet?id=${id}`, sources);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ error: { code: 'bad_request' } });
    },
  );

  it('is the same answer for the same rows, in whatever order they are asked for', async () => {
    const { app } = serve(sources);
    const tagOf = async (query: string) => (await app.inject(`/fragments/fleet?${query}`)).headers.etag;
    expect(await tagOf('id=search&id=files-eu')).toBe(await tagOf('id=files-eu&id=search'));
    expect(await tagOf('id=search')).not.toBe(await tagOf('id=files-eu'));
  });
});

it('are not described in the API', async () => {
  const { paths } = (await ask('/openapi.json')).json();
  expect(Object.keys(paths)).not.toContain('/fragments/fleet');
  expect(Object.keys(paths)).not.toContain('/');
});

// The pages over HTTP: their headers, their links under a base path, and what is refused.
import { describe, expect, it } from 'vitest';
import { anEvidence } from '../fixtures/deviations.ts';
import { ask, serve } from '../fixtures/served.ts';
import { anIncident, aSnapshot } from '../fixtures/snapshot.ts';

const incidents = [anIncident(), anIncident({ id: 'inc_9', deployment: 'another' })];
const sources = {
  snapshot: () => aSnapshot({ incidents }),
  incident: (id: string) => incidents.find((incident) => incident.id === id) ?? null,
  evidence: () => [anEvidence()],
};

describe.each(['/', '/deployments/files-eu', '/incidents', '/incidents/inc_1'])('the page at %s', (url) => {
  it('may use what we serve, nothing inline, and nothing else', async () => {
    const { statusCode, headers, body } = await ask(url, sources);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    });
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    );
    expect(body).not.toMatch(/<script(?! type="module" src="\/assets\/)|<style|style=|javascript:| on\w+=/);
  });

  it('is not sent again while it is the same', async () => {
    const { app } = serve(sources);
    const { etag } = (await app.inject(url)).headers;
    const again = await app.inject({ url, headers: { 'if-none-match': String(etag) } });
    expect(again).toMatchObject({ statusCode: 304, body: '' });
  });

  it.each(['/', '/picket'])('leads under base path %s only to what is there', async (basePath) => {
    const { app } = serve(sources, basePath);
    const prefix = basePath === '/' ? '' : basePath;
    const { body } = await app.inject(`${prefix}${url}`);
    const links = [...body.matchAll(/href="([^"#][^"]*)"/g)].map(([, link]) => link ?? '');
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) {
      expect(link.startsWith(`${prefix}/`)).toBe(true);
      expect(await app.inject(link)).toMatchObject({ statusCode: 200 });
    }
  });
});

it('says on the page of the fleet how it is', async () => {
  expect((await ask('/')).body).toContain('All deployments (1) are operational.');
});

it.each([
  ['/deployments/x', 404, 'unknown_deployment'],
  ['/deployments/__proto__', 404, 'unknown_deployment'],
  ['/incidents/inc_2', 404, 'unknown_incident'],
  ['/incidents/%3Cscript%3E', 400, 'bad_request'],
  ['/nothing', 404, 'not_found'],
])('refuses %s with %d, in JSON', async (url, status, code) => {
  const answer = await ask(url, sources);
  expect(answer.statusCode).toBe(status);
  expect(answer.headers['content-type']).toBe('application/json');
  expect(answer.json()).toMatchObject({ error: { code } });
});

describe('who asks for HTML', () => {
  const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

  it.each([
    ['/deployments/x', 404, 'No deployment has this id.'],
    ['/deployments/files-eu?check=media', 400, 'The deployment has no such check.'],
    ['/deployments/files-eu?window=2h', 400, 'window: '],
    ['/incidents/inc_2', 404, 'No incident has this id.'],
    ['/incidents/%3Cscript%3E', 400, 'id: expected inc_'],
    ['/deployments', 404, 'There is nothing at this path.'],
    ['/deployments/files-eu/', 404, 'There is nothing at this path.'],
  ])('is told on a page that %s is refused', async (url, status, message) => {
    const { app } = serve(sources, '/picket');
    const answer = await app.inject({ url: `/picket${url}`, headers: { accept } });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("script-src 'self'"),
    });
    expect(answer.headers).not.toHaveProperty('etag');
    expect(answer.body).toContain(message);
    expect(answer.body).toContain('<a href="/picket/">');
  });

  it('is told on a page that we failed, and no more than that', async () => {
    const history = () => {
      throw new Error('a secret of ours');
    };
    const { statusCode, body } = await ask('/deployments/files-eu', { ...sources, history }, { accept });
    expect(statusCode).toBe(500);
    expect(body).toContain('<p>The request failed on our side.</p>');
    expect(body).not.toContain('secret');
  });

  it.each([
    ['/api/v2/deployments/x', 'unknown_deployment'],
    ['/api/v2/nothing', 'not_found'],
  ])('of the API is answered in JSON as ever at %s', async (url, code) => {
    const answer = await ask(url, sources, { accept });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ error: { code } });
  });

  it.each(['*/*', 'application/json', 'text/html;q=0', 'text/plain, text/html;q=0.5'])(
    'is not who asks for %s',
    async (other) => {
      const answer = await ask('/deployments/x', sources, { accept: other });
      expect(answer.headers['content-type']).toBe('application/json');
    },
  );
});

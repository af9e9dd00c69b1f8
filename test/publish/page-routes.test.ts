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

it('shows on the page of a deployment its own incidents, at most 20 of them', async () => {
  const incidents = Array.from({ length: 30 }, (_, index) => anIncident({ id: `inc_${index}` }));
  const others = anIncident({ id: 'inc_other', deployment: 'another' });
  const snapshot = () => aSnapshot({ incidents: [others, ...incidents] });
  const { body } = await ask('/deployments/files-eu', { snapshot });
  const shown = [...body.matchAll(/href="\/incidents\/(\w+)"/g)].map(([, id]) => id);
  expect(shown).toEqual(incidents.slice(0, 20).map(({ id }) => id));
});

it.each([
  ['/deployments/x', 404, 'unknown_deployment'],
  ['/deployments/__proto__', 404, 'unknown_deployment'],
  ['/incidents/inc_2', 404, 'unknown_incident'],
  ['/incidents/%3Cscript%3E', 400, 'bad_request'],
])('refuses %s with %d, in JSON', async (url, status, code) => {
  const answer = await ask(url, sources);
  expect(answer.statusCode).toBe(status);
  expect(answer.headers['content-type']).toBe('application/json');
  expect(answer.json()).toMatchObject({ error: { code } });
});

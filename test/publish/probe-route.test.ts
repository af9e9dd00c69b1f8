// One round on request: what is asked, and how it is answered or refused.
import { describe, expect, it } from 'vitest';
import { secret } from '../../src/model/secret.ts';
import type { Sources } from '../../src/publish/sources.ts';
import { ask, serve } from '../fixtures/served.ts';
import { aCheckResult, aDeployment, aFinding, aResult, aSnapshot, aView } from '../fixtures/snapshot.ts';

const token = 'tok"en-1';
const finding = aFinding({ severity: 'error', rule: 'meaning.version', observed: 'v1 [redacted]' });
const failing: Sources['examine'] = async () =>
  aResult([aCheckResult('status', { reason: 'version', findings: [finding] }), aCheckResult('files')]);
const deployment = aDeployment({ secrets: [secret(token)] });
const guarded: Partial<Sources> = {
  examine: failing,
  snapshot: () =>
    aSnapshot({
      deployments: [
        aView({
          deployment: {
            ...deployment,
            connection: { ...deployment.connection, headers: { authorization: secret(token) } },
          },
        }),
      ],
    }),
};

describe('what is asked', () => {
  it.each([
    ['', ['status', 'files']],
    ['&check=files', ['files']],
  ])('with %j', async (query, expected) => {
    const asked: unknown[] = [];
    const examine: Sources['examine'] = async (target, checks) => {
      asked.push([target.id, checks]);
      return aResult([]);
    };
    expect(await ask(`/probe?deployment=files-eu${query}`, { examine })).toMatchObject({ statusCode: 200 });
    expect(asked).toEqual([['files-eu', expected]]);
  });

  it.each([
    ['no deployment', '', 400, 'bad_request'],
    ['an unknown deployment', '?deployment=x', 404, 'unknown_deployment'],
    ['a URL of somebody else', '?deployment=http://169.254.169.254/', 404, 'unknown_deployment'],
    ['an unknown check', '?deployment=files-eu&check=x', 400, 'bad_request'],
    ['a check it does not have', '?deployment=files-eu&check=media', 400, 'unknown_check'],
    ['a debug that is neither', '?deployment=files-eu&debug=1', 400, 'bad_request'],
  ])('refuses %s', async (_, query, status, code) => {
    const answer = await ask(`/probe${query}`, { examine: () => Promise.reject(new Error('asked')) });
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ error: { code } });
  });

  it('runs no round for HEAD', async () => {
    const { app } = serve({ examine: () => Promise.reject(new Error('asked')) });
    const answer = await app.inject({ method: 'HEAD', url: '/probe?deployment=files-eu' });
    expect(answer).toMatchObject({ statusCode: 405, body: '' });
    expect(answer.headers.allow).toBe('GET');
  });

  it('asks to come back while a round is under way', async () => {
    const answer = await ask('/probe?deployment=files-eu', { examine: async () => null });
    expect(answer.statusCode).toBe(429);
    expect(answer.headers['retry-after']).toBe('5');
    expect(answer.json()).toMatchObject({ error: { code: 'busy' } });
  });
});

describe('the answer', () => {
  it('is text as of an exporter', async () => {
    const { headers, body } = await ask('/probe?deployment=files-eu', guarded);
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(body).toContain('\nprobe_success 0\n');
  });

  it('is JSON where that is asked for', async () => {
    const answer = await ask('/probe?deployment=files-eu', guarded, { accept: 'application/json' });
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(answer.json()).toMatchObject({
      deployment: 'files-eu',
      success: false,
      checks: [
        { check: 'status', reason: 'version', findings: [{ observed: 'v1 [redacted]' }] },
        { check: 'files' },
      ],
    });
  });

  it('is a log with findings and configuration for debug, without a secret', async () => {
    const { headers, body } = await ask('/probe?deployment=files-eu&debug=true', guarded);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(body).toContain('error meaning.version check=status');
    expect(body).toContain('"headers": [\n    "authorization"\n  ]');
    expect(body).not.toContain('en-1');
  });
});

// What a target sent back of what it was sent: nowhere in a Result, in whole or in part.
import { describe, expect, test } from 'vitest';
import type { Deployment } from '../src/model/deployment.ts';
import type { Observation } from '../src/model/round.ts';
import { secret } from '../src/model/secret.ts';
import { withoutSecrets } from '../src/redaction.ts';
import { validateRound } from '../src/validate/validate.ts';
import { aBeat, aCheck, aDeployment, anObservation, aResult, aRun } from './fixtures/model.ts';
import { answer, nowMs } from './fixtures/observation.ts';

const token = 'sk-0123456789abcdef0123456789abcdef';
const secrets = [secret(token)];

/** The result of one status run, as the line makes it. */
function resultOf(observation: Observation, over: Partial<Deployment> = {}) {
  const deployment = aDeployment({ secrets, ...over });
  const seen = [{ check: aCheck('status'), observation }];
  const result = validateRound(deployment, aBeat(0, ['status']), seen, { nowMs, fleetSkewMs: 0 });
  return withoutSecrets(result, deployment.secrets);
}

describe('of the Observation', () => {
  const failure = { kind: 'protocol', phase: 'transfer', code: 'X', message: `at ${token}` } as const;
  const certificate = { notAfterMs: null, subject: `CN=${token}`, issuer: `O=${token}`, error: null };
  const observation = anObservation(0, {
    failure,
    headers: { 'x-echo': token, date: 'now' },
    body: `a ${token} b`,
    certificate,
  });
  const result = aResult(0, [aRun('status', 0, { observation })]);

  test('body, headers, message and the names in the certificate are cleaned', () => {
    expect(withoutSecrets(result, secrets).checks[0]?.observation).toEqual({
      ...observation,
      failure: { ...failure, message: 'at [redacted]' },
      headers: { 'x-echo': '[redacted]', date: 'now' },
      body: 'a [redacted] b',
      certificate: { ...certificate, subject: 'CN=[redacted]', issuer: 'O=[redacted]' },
    });
  });

  test('a field may be named like anything, also like a prototype or the secret', () => {
    const headers = JSON.parse(`{"__proto__":"${token}","${token}":"x"}`);
    const named = aResult(0, [aRun('status', 0, { observation: anObservation(0, { headers }) })]);
    const cleaned = withoutSecrets(named, secrets).checks[0]?.observation.headers;
    expect(JSON.stringify(cleaned)).toBe('{"__proto__":"[redacted]","[redacted]":"x"}');
  });

  test('what was not had stays so, and findings and claims are not touched', () => {
    const bare = aResult(0, [aRun('status', 0, { observation: anObservation(0, { body: null }) })]);
    const cleaned = withoutSecrets(bare, secrets);
    expect(cleaned).toEqual(bare);
    expect(cleaned.checks[0]?.claims).toBe(bare.checks[0]?.claims);
  });

  test('without secrets it is the same Result', () => {
    expect(withoutSecrets(result, [])).toBe(result);
  });
});

describe('of findings and claims', () => {
  const parts = Array.from({ length: token.length - 5 }, (_, at) => token.slice(at, at + 6));
  /** The secret's place in a text: so that some bound cuts through it, wherever that is. */
  const paddings = [0, 80, 100, 119, 120, 160, 180, 188, 199, 200];
  const status = (over: object) => ({
    status: 'operational',
    version: 'v1',
    region: 'Frankfurt',
    components: [
      { name: 'API', status: 'operational' },
      { name: 'Storage', status: 'operational' },
    ],
    updated_at: '2026-11-20T09:59:58Z',
    ...over,
  });

  test.each(paddings)('%i characters before it, no part of it is left', (padding) => {
    const echo = `${'.'.repeat(padding)}${token}${'.'.repeat(300)}`;
    const echoing = status({
      status: echo,
      version: echo,
      region: echo,
      components: [{ name: echo, status: echo }, { name: echo, status: 'down', [echo]: echo }, { name: 5 }],
      updated_at: echo,
      [echo]: echo,
    });
    const answers = [
      answer('status', JSON.stringify(echoing), { 'cache-control': echo, age: echo, date: echo }),
      answer('status', `[${echo}`),
      answer('status', echo, { 'content-type': echo }),
      answer('status', '', { location: echo }, { status: 302 }),
    ];
    for (const observation of answers) {
      const [check] = resultOf(observation).checks;
      expect(check?.findings).not.toEqual([]);
      const shown = JSON.stringify(check);
      for (const part of parts) expect(shown).not.toContain(part);
    }
  });

  test('what stands before and after it is kept', () => {
    const [check] = resultOf(answer('status', JSON.stringify(status({ version: `a ${token} b` })))).checks;
    expect(check?.findings[0]).toMatchObject({ rule: 'meaning.version', observed: 'a [redacted] b' });
    expect(check?.claims?.version).toBe('a [redacted] b');
  });

  test('the name of a field and a word are cleaned in the form in which a path or a text has them', () => {
    const quoted = 'keytoken-with"quote-998877';
    const forms = [quoted, encodeURIComponent(quoted), btoa(quoted), quoted.replace('"', '&quot;')];
    const echoing = status({
      components: forms.map((form) => ({ name: form, status: form })),
      version: forms.join(' '),
      ...Object.fromEntries(forms.map((form) => [form, 1])),
    });
    const observation = answer('status', JSON.stringify(echoing));
    const [check] = resultOf(observation, { secrets: [secret(quoted)] }).checks;
    expect(check?.findings.map(({ path }) => path)).toContain('["[redacted]"]');
    const shown = JSON.stringify(check);
    for (const part of ['keytoken', '998877', btoa(quoted)]) expect(shown).not.toContain(part);
    expect(JSON.parse(check?.observation.body ?? '')).toMatchObject({
      version: '[redacted] [redacted] [redacted] [redacted]',
      region: 'Frankfurt',
      '[redacted]': 1,
    });
  });

  test('an expected name, a rule, an endpoint, a state stay what they are, though a secret is the same', () => {
    const words = ['Storage', 'API', 'status', 'operational', 'major_outage', 'version', 'error'];
    const run = (version: string) => {
      const document = status({ version, components: [{ name: 'API', status: 'down' }] });
      const observation = answer('status', JSON.stringify(document));
      return resultOf(observation, { secrets: words.map((word) => secret(word)) }).checks[0];
    };
    const check = run('v1');
    expect(check?.endpoint).toBe('status');
    expect(check?.claims?.components).toEqual([
      { name: 'API', reported: { word: 'down', state: 'major_outage' } },
    ]);
    expect(check?.claims?.overall?.state).toBe('operational');
    expect(check?.findings).toMatchObject([
      {
        rule: 'meaning.components_missing',
        message: 'the component Storage is not reported',
        expected: 'Storage',
      },
      {
        rule: 'contradiction.overall_vs_components',
        message: 'status claims operational while a component does not',
      },
    ]);
    const wrong = {
      rule: 'meaning.version',
      severity: 'error',
      check: 'status',
      expected: 'v1',
      observed: 'v9',
    };
    expect(run('v9')?.findings[0]).toMatchObject(wrong);
  });
});

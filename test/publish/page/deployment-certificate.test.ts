// The certificate: how long it is good for, by the days at which the alerts speak up.
import { expect, it } from 'vitest';
import { deploymentResource } from '../../../src/publish/deployment.ts';
import { certificateTold } from '../../../src/publish/page/deployment-certificate.ts';
import { aView, nowMs } from '../../fixtures/snapshot.ts';

const dayMs = 86_400_000;
const told = (notAfterMs: number | null, error: string | null = null) => {
  const certificate = { notAfterMs, subject: 'CN=a', issuer: 'CN=b', error };
  return certificateTold(deploymentResource(aView({ state: { certificate } }), {}, true), nowMs).markup;
};

it.each([
  [30 * dayMs, null, 's-operational', 'Valid, 29 days left'],
  [14 * dayMs + 1000, null, 's-operational', 'Valid, 14 days left'],
  [14 * dayMs - 1000, null, 's-degraded_performance', '13 days left'],
  [2 * dayMs - 1000, null, 's-partial_outage', '1 day left'],
  [dayMs / 2, null, 's-partial_outage', '0 days left'],
  [-3_600_000, 'CERT_HAS_EXPIRED', 's-major_outage', 'Expired 1 h ago'],
  [30 * dayMs, 'SELF_SIGNED_CERT_IN_CHAIN', 's-major_outage', 'Not trusted; 29 days left'],
])('%d ms before its end, with error %s', (leftMs, error, state, words) => {
  const markup = told(nowMs + leftMs, error);
  expect(markup).toContain(`class="state ${state}"`);
  expect(markup).toContain(`</svg>${words}</span>`);
  expect(markup.includes('<dt>Error</dt>')).toBe(error !== null);
});

it('says so where its end cannot be read', () => {
  expect(told(null)).toContain('<dd>a date that cannot be read</dd>');
  expect(told(null)).toContain('class="state s-unknown"');
});

it('is not trusted where its end cannot be read either', () => {
  expect(told(null, 'CERT_REJECTED')).toContain('class="state s-major_outage"');
  expect(told(null, 'CERT_REJECTED')).toContain('Not trusted; how long it is valid cannot be read');
});

it('is nothing where there is none', () => {
  expect(certificateTold(deploymentResource(aView(), {}, true), nowMs).markup).toBe('');
});

// How grave a certificate is: by the days at which the alerts speak up.
import { expect, it } from 'vitest';
import { soonDays, verySoonDays } from '../../../src/model/expiry.ts';
import { certificateState } from '../../../src/publish/page/certificate-state.ts';
import { nowMs } from '../../fixtures/snapshot.ts';

const dayMs = 86_400_000;

it.each([
  ['with time', soonDays * dayMs, null, 'operational'],
  ['with time to renew it', soonDays * dayMs - 1, null, 'degraded_performance'],
  ['with some time still', verySoonDays * dayMs, null, 'degraded_performance'],
  ['with hardly any', verySoonDays * dayMs - 1, null, 'partial_outage'],
  ['with a moment', 1, null, 'partial_outage'],
  ['that ends now', 0, null, 'major_outage'],
  ['that is not trusted', soonDays * dayMs, 'SELF_SIGNED_CERT_IN_CHAIN', 'major_outage'],
  ['whose end cannot be read', null, null, 'unknown'],
  ['that is not trusted, whose end cannot be read', null, 'CERT_REJECTED', 'major_outage'],
])('one %s', (_, leftMs, error, expected) => {
  const notAfterMs = leftMs === null ? null : nowMs + leftMs;
  expect(certificateState({ notAfterMs, error }, nowMs)).toBe(expected);
});

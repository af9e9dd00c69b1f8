// Takes our secrets out of what came over the wire; what was made of it, validate has cleaned before cutting it.
import type { Observation, Result } from './model/round.ts';
import { type Redact, redactorOf, type Secret } from './model/secret.ts';

/** The same Result where there are no secrets. */
export function withoutSecrets(result: Result, secrets: readonly Secret[]): Result {
  if (secrets.length === 0) return result;
  const clean = redactorOf(secrets);
  return {
    ...result,
    checks: result.checks.map((check) => ({
      ...check,
      observation: cleanObservation(check.observation, clean),
    })),
  };
}

function cleanObservation(observation: Observation, clean: Redact): Observation {
  const { failure, headers, body, certificate } = observation;
  return {
    ...observation,
    failure: failure === null ? null : { ...failure, message: clean(failure.message) },
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [clean(name), clean(value)])),
    body: body === null ? null : clean(body),
    certificate:
      certificate === null
        ? null
        : { ...certificate, subject: clean(certificate.subject), issuer: clean(certificate.issuer) },
  };
}

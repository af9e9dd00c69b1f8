// Takes our secrets out of what a target sent back; our own words in a Result stay as they are.
import { mapStrings } from './log.ts';
import type { CheckResult, Claims, Finding, Observation, Reported, Result } from './model/round.ts';
import { redactor, type Secret } from './model/secret.ts';

/** The same Result where nothing was echoed, or where there are no secrets. */
export function withoutSecrets(result: Result, secrets: readonly Secret[]): Result {
  if (secrets.length === 0) return result;
  const clean = redactor(secrets.map((hidden) => hidden.reveal()));
  return { ...result, checks: result.checks.map((check) => cleanCheck(check, clean)) };
}

type Clean = (text: string) => string;

function cleanCheck(check: CheckResult, clean: Clean): CheckResult {
  return {
    ...check,
    observation: cleanObservation(check.observation, clean),
    findings: check.findings.map((finding) => cleanFinding(finding, clean)),
    claims: check.claims === null ? null : cleanClaims(check.claims, clean),
  };
}

function cleanObservation(observation: Observation, clean: Clean): Observation {
  const { failure, headers, body, certificate } = observation;
  return {
    ...observation,
    failure: failure === null ? null : { ...failure, message: clean(failure.message) },
    headers: mapStrings(headers, clean),
    body: body === null ? null : clean(body),
    certificate:
      certificate === null
        ? null
        : { ...certificate, subject: clean(certificate.subject), issuer: clean(certificate.issuer) },
  };
}

function cleanFinding(finding: Finding, clean: Clean): Finding {
  return {
    ...finding,
    path: clean(finding.path),
    message: clean(finding.message),
    observed: clean(finding.observed),
  };
}

function cleanClaims(claims: Claims, clean: Clean): Claims {
  const word = ({ word: text, state }: Reported): Reported => ({ word: clean(text), state });
  return {
    ...claims,
    overall: claims.overall === null ? null : word(claims.overall),
    version: claims.version === null ? null : clean(claims.version),
    region: claims.region === null ? null : clean(claims.region),
    components: claims.components.map(({ name, reported }) => ({
      name: clean(name),
      reported: word(reported),
    })),
    regions: claims.regions.map(({ reported, ...region }) => ({
      ...mapStrings(region, clean),
      reported: word(reported),
    })),
  };
}

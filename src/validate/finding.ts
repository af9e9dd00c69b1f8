// What validation has to say about one answer: severities from the rule table, and every text within its bounds.
import { type RuleId, rules, type Severity, severities } from '../contract/rules.ts';
import type { Check, Deployment } from '../model/deployment.ts';
import { type Finding, maxFindings } from '../model/round.ts';
import { type Redact, redactorOf } from '../model/secret.ts';
import { type Reason, reasons } from '../model/states.ts';

/** Of one run's findings, those of one rule that are information: however often it is broken, others still have room. */
const maxInfoOfRule = 20;
/** Of each text of a finding, in UTF-16 code units, escapes and the sign that it was cut included. */
const maxTextLength = 200;

/** What a rule says of an answer; the texts may be of any length. */
export interface Remark {
  readonly rule: RuleId;
  /** May hold anything a target sends; so may `observed`. */
  readonly path: string;
  /** Our own words, or the configuration's; so is `expected`. Nothing in them is redacted. */
  readonly message: string;
  readonly expected: string;
  readonly observed: string;
}

export interface Findings {
  readonly add: (remark: Remark) => void;
  /** Takes in what was found elsewhere in the same run: its findings, and the reason of all of them. */
  readonly include: (findings: readonly Finding[], reason: Reason | null) => void;
  /** The finding that a remark makes, whether or not there is room to keep it; null where its rule is off. */
  readonly compose: (remark: Remark) => Finding | null;
  /** Whether one more finding of a rule would change nothing: then looking for more of them is wasted work. */
  readonly full: (rule: RuleId) => boolean;
  /** The first that holds of the reasons of all errors, kept or not; null without one. */
  readonly reason: () => Reason | null;
  /** Errors, then warnings, then info; each in the order in which they were said. */
  readonly all: () => readonly Finding[];
}

/** Collects the findings of one run without its secrets; what a deployment's rules turn off is dropped. */
export function collectFindings(deployment: Deployment, check: Check): Findings {
  const redact = redactorOf(deployment.secrets);
  const kept: Record<Severity, Finding[]> = { error: [], warning: [], info: [] };
  let rank: number = reasons.length;
  const isCrowded = (rule: RuleId) => kept.info.filter((info) => info.rule === rule).length >= maxInfoOfRule;
  /** Graver ones are told first, so that they take the place of lesser ones. */
  const hasRoom = (rule: RuleId, severity: Severity) =>
    !(severity === 'info' && isCrowded(rule)) &&
    severities.slice(0, severities.indexOf(severity) + 1).reduce((sum, each) => sum + kept[each].length, 0) <
      maxFindings;
  const compose = ({ rule, path, message, expected, observed }: Remark, severity: Severity): Finding => ({
    rule,
    severity,
    check: check.endpoint,
    path: shorten(path, redact),
    message: shorten(message),
    expected: shorten(expected),
    observed: shorten(observed, redact),
  });
  return {
    add: (remark) => {
      const severity = deployment.rules[remark.rule];
      if (severity === 'off') return;
      if (severity === 'error') rank = Math.min(rank, reasons.indexOf(rules[remark.rule].reason));
      if (hasRoom(remark.rule, severity)) kept[severity].push(compose(remark, severity));
    },
    include: (findings, reason) => {
      if (reason !== null) rank = Math.min(rank, reasons.indexOf(reason));
      for (const finding of findings) kept[finding.severity].push(finding);
    },
    compose: (remark) => {
      const severity = deployment.rules[remark.rule];
      return severity === 'off' ? null : compose(remark, severity);
    },
    full: (rule) => {
      const severity = deployment.rules[rule];
      if (severity === 'off') return true;
      const isGraver = severity === 'error' && reasons.indexOf(rules[rule].reason) < rank;
      return !isGraver && !hasRoom(rule, severity);
    },
    reason: () => reasons[rank] ?? null,
    all: () => severities.flatMap((severity) => kept[severity]).slice(0, maxFindings),
  };
}

const asItIs: Redact = (text, length) => text.slice(0, length);

/** Controls, formatting characters and line separators could forge a log line or reverse a page's text. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** At most `maxTextLength` characters that can be printed; what cannot is escaped as `\u{…}`. */
export function shorten(text: string, redact = asItIs): string {
  const head = redact(text, maxTextLength);
  const printable = head.replace(unprintable, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`);
  const whole = text.length <= maxTextLength && printable.length <= maxTextLength;
  return whole ? printable : `${cut(printable, maxTextLength - 1)}…`;
}

/**
 * The first `length` characters, as a copy: a mere slice would keep the whole body alive for as long as the
 * text is remembered. Half a surrogate pair at the end becomes U+FFFD.
 */
export function cut(text: string, length: number, redact = asItIs): string {
  const head = redact(text, length);
  return text.length > length || head.length > length ? Buffer.from(head.slice(0, length)).toString() : head;
}

/** A JSON value as `observed` shows it; never walks into it, so neither its depth nor its size matters. */
export function describe(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'object') return 'object';
  return typeof value === 'string' ? `string "${value}"` : `${typeof value} ${value}`;
}

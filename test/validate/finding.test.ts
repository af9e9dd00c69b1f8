// The bounds of findings, and where their severities come from.
import { expect, describe as group, test } from 'vitest';
import type { RuleId } from '../../src/contract/rules.ts';
import { collectFindings, cut, describe, shorten } from '../../src/validate/finding.ts';
import { checkOf, deploymentOf } from './round.ts';

const collect = (over = {}) => collectFindings(deploymentOf('media', over), checkOf('status'));
const remark = (rule: RuleId, path = 'p') => ({ rule, path, message: 'm', expected: 'e', observed: 'o' });

test('a finding is the remark with its severity and its check', () => {
  const findings = collect();
  findings.add(remark('shape.format'));
  expect(findings.all()).toEqual([{ ...remark('shape.format'), severity: 'warning', check: 'status' }]);
});

group('severities', () => {
  test.each([
    ['shape.required', 'warning', 'warning', null],
    ['shape.required', 'info', 'info', null],
    ['shape.format', 'error', 'error', 'contract'],
    ['drift.unknown_word', 'error', 'error', 'contract'],
  ] as const)('%s configured as %s is %s', (rule, configured, severity, reason) => {
    const findings = collect({ rules: { [rule]: configured } });
    findings.add(remark(rule));
    expect(findings.all().map((finding) => finding.severity)).toEqual([severity]);
    expect(findings.reason()).toBe(reason);
  });

  test('off drops what the rule says', () => {
    const findings = collect({ rules: { 'shape.required': 'off' } });
    findings.add(remark('shape.required'));
    expect([findings.all(), findings.reason()]).toEqual([[], null]);
  });
});

group('composed', () => {
  test('is what would be kept, and keeps nothing', () => {
    const findings = collect({ rules: { 'contradiction.status_vs_checks': 'error' } });
    const finding = findings.compose(remark('contradiction.status_vs_checks'));
    expect(finding).toEqual({
      ...remark('contradiction.status_vs_checks'),
      severity: 'error',
      check: 'status',
    });
    expect([findings.all(), findings.reason()]).toEqual([[], null]);
    for (let index = 0; index < 50; index++) findings.add(remark('shape.required'));
    expect(findings.compose(remark('contradiction.status_vs_checks'))).toEqual(finding);
  });

  test('is nothing where its rule is off', () => {
    const findings = collect({ rules: { 'contradiction.status_vs_checks': 'off' } });
    expect(findings.compose(remark('contradiction.status_vs_checks'))).toBeNull();
  });
});

group('at most 50 findings', () => {
  test('the gravest first, each in the order in which they were said', () => {
    const findings = collect();
    const setting = ['drift.unknown_field', 'drift.unknown_word', 'drift.expected'] as const;
    for (let index = 0; index < 60; index++)
      findings.add(remark(setting[index % 3] ?? setting[0], `i${index}`));
    for (let index = 0; index < 30; index++) findings.add(remark('shape.format', `w${index}`));
    expect(findings.full('shape.required')).toBe(false);
    findings.add(remark('shape.required', 'e'));
    const paths = findings.all().map(({ path }) => path);
    expect(paths).toHaveLength(50);
    expect([paths[0], paths[1], paths[30], paths[31], paths[49]]).toEqual(['e', 'w0', 'w29', 'i0', 'i18']);
  });

  test('an error that is not kept still gives its reason', () => {
    const findings = collect();
    for (let index = 0; index < 50; index++) findings.add(remark('meaning.components_missing'));
    expect(findings.reason()).toBe('components');
    // Only a graver reason would still change something.
    expect([findings.full('meaning.components_missing'), findings.full('shape.format')]).toEqual([
      true,
      true,
    ]);
    expect(findings.full('meaning.version')).toBe(false);
    findings.add(remark('meaning.version'));
    expect([findings.all().length, findings.reason()]).toEqual([50, 'version']);
  });

  test('a rule is full when it is off, or when as many of its severity or a graver one are kept', () => {
    const findings = collect({ rules: { 'shape.type': 'off' } });
    expect([findings.full('shape.type'), findings.full('drift.unknown_word')]).toEqual([true, false]);
    for (let index = 0; index < 50; index++) findings.add(remark('shape.format'));
    expect([findings.full('drift.unknown_word'), findings.full('shape.format')]).toEqual([true, true]);
    expect(findings.full('shape.required')).toBe(false);
  });
});

group('at most 20 of one rule that are information', () => {
  const flood = (severity: 'error' | 'warning' | 'info') => {
    const findings = collect({ rules: { 'drift.expected': severity } });
    for (let index = 0; index < 60; index++) findings.add(remark('drift.expected', `i${index}`));
    return findings;
  };

  test('the first ones, and others have room', () => {
    const findings = flood('info');
    expect(findings.all().map(({ path }) => path)).toEqual(Array.from({ length: 20 }, (_, at) => `i${at}`));
    expect([findings.full('drift.expected'), findings.full('drift.unknown_word')]).toEqual([true, false]);
    findings.add(remark('drift.unknown_word', 'other'));
    expect(findings.all().map(({ path }) => path)).toContain('other');
  });

  test('the twentieth is kept', () => {
    const findings = collect();
    for (let index = 0; index < 19; index++) findings.add(remark('drift.expected'));
    expect(findings.full('drift.expected')).toBe(false);
    findings.add(remark('drift.expected'));
    expect([findings.all().length, findings.full('drift.expected')]).toEqual([20, true]);
  });

  test.each(['warning', 'error'] as const)('a rule that is set to %s has all 50', (severity) => {
    expect(flood(severity).all()).toHaveLength(50);
  });
});

test('every text is bounded', () => {
  const findings = collect();
  const long = 'x'.repeat(100_000);
  findings.add({ rule: 'shape.type', path: long, message: long, expected: long, observed: long });
  const [{ path, message, expected, observed } = remark('shape.type')] = findings.all();
  expect([path, message, expected, observed].map((text) => text.length)).toEqual([200, 200, 200, 200]);
});

group('shorten', () => {
  test.each([
    ['plain "quoted" text, São Paulo 🚀', 'plain "quoted" text, São Paulo 🚀'],
    ['a\nb\tc\0', 'a\\u{a}b\\u{9}c\\u{0}'],
    ['\u001b[31mred', '\\u{1b}[31mred'],
    ['\u202egnp.exe\u2028', '\\u{202e}gnp.exe\\u{2028}'],
    ['\ud800', '\\u{d800}'],
    ['x'.repeat(200), 'x'.repeat(200)],
    ['x'.repeat(201), `${'x'.repeat(199)}…`],
  ])('%j', (text, printable) => expect(shorten(text)).toBe(printable));

  test('escapes count, and no surrogate pair is left in halves', () => {
    expect(shorten('\n'.repeat(200))).toHaveLength(200);
    for (const text of [`x${'🚀'.repeat(150)}`, '🚀'.repeat(150)]) {
      expect(shorten(text).length).toBeLessThanOrEqual(200);
      expect(shorten(text).isWellFormed()).toBe(true);
    }
  });
});

test.each([
  [undefined, 'missing'],
  [null, 'null'],
  [12.5, 'number 12.5'],
  [false, 'boolean false'],
  ['x', 'string "x"'],
  [[1], 'array'],
  [{ a: 1 }, 'object'],
])('describe %j', (value, text) => expect(describe(value)).toBe(text));

test('cut keeps what is short, and the head of what is long', () => {
  expect([cut('abc', 3), cut('abcd', 3), cut('ab🚀', 3)]).toEqual(['abc', 'abc', 'ab\ufffd']);
});

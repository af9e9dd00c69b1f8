// The rule reference: every rule under an anchor of its own, and every line of YAML in it a right one.
import { describe, expect, test } from 'vitest';
import { ruleIds, rules } from '../../src/contract/rules.ts';
import { anchorOf, rulesPage } from '../../src/generate/rules-page.ts';
import { deploymentOf, entryWith } from '../config/reading.ts';

const page = rulesPage();

/** From a rule's heading to the next one. */
const sectionOf = (id: string) => page.split(`\n### ${id}\n`)[1]?.split(/\n##/)[0] ?? '';

test.each(ruleIds)('%s has a section with its severity, its reason and its basis', (id) => {
  const section = sectionOf(id);
  expect(section).toContain(`Holds when ${rules[id].checks}.`);
  expect(section).toContain(`- Severity: \`${rules[id].severity}\``);
  expect(section).toMatch(/^- Broken by: .+\.$/m);
  expect(section).toMatch(/^- What to do: .+\.$/m);
  expect(section).toMatch(/^- Basis: .+\.$/m);
  if (rules[id].section !== null) expect(section).toContain(`section "${rules[id].section}".`);
});

test('an anchor leads to one rule, by the heading as it is rendered', () => {
  const headings = [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
  const slugs = headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
  for (const id of ruleIds) expect(slugs.filter((slug) => slug === anchorOf(id))).toHaveLength(1);
  const links = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor = '']) => anchor);
  expect(links.toSorted()).toEqual(ruleIds.map(anchorOf).toSorted());
});

describe('switching', () => {
  test('the reason of a status that is a redirect is told too', () => {
    expect(sectionOf('transport.status')).toContain(
      '`error`, fixed; a run fails with reason `http_status`, or `redirect`.',
    );
  });

  test('a contradiction is told to begin anew after a restart', () => {
    expect(page).toContain('since the agent can tell without a gap, so that a restart');
  });

  test('a walk fails no run', () => {
    expect(sectionOf('meaning.pagination')).toContain('`warning`; no severity fails a run.');
  });

  test.each(ruleIds.filter((id) => !rules[id].fixed))('the line that switches %s changes it', (id) => {
    const line = /`(rules: \{ .+ \})`/.exec(sectionOf(id))?.[1] ?? '';
    const setting = deploymentOf(entryWith(line)).rules[id];
    expect(line).toContain(`${id}: ${setting} }`);
    expect(setting).not.toBe(rules[id].severity);
  });

  test.each(ruleIds.filter((id) => rules[id].fixed))('no line switches %s', (id) => {
    expect(sectionOf(id)).not.toContain('rules:');
  });

  test('the example of the three places is a configuration, and the closest holds', () => {
    const example = /```yaml\n([^`]+)```/.exec(page)?.[1] ?? '';
    expect(deploymentOf(example).rules).toMatchObject({
      'transport.cache_control': 'error',
      'meaning.checksum_digest': 'warning',
      'drift.unknown_field': 'off',
      'shape.format': 'warning',
    });
  });
});

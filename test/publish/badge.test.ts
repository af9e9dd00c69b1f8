// The badge of a deployment: the whole text of one, every state by colour and word, and that no name can break it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { states } from '../../src/model/states.ts';
import { colors, maxNameLength, nameColor, renderBadge } from '../../src/publish/badge.ts';
import { elementsOf, textsOf } from '../fixtures/xml.ts';

const golden = readFileSync(join(import.meta.dirname, '..', 'fixtures', 'badge.svg'), 'utf8');

it('is the picture written by hand', () => {
  expect(renderBadge('R&D EU', 'major_outage')).toBe(golden);
});

describe.each(states)('%s', (state) => {
  const badge = renderBadge('Files EU', state);
  const word = { under_maintenance: 'Under maintenance', degraded_performance: 'Degraded performance' };
  const simple = `${state[0]?.toUpperCase()}${state.slice(1).replace('_', ' ')}`;
  const expected = state in word ? word[state as keyof typeof word] : simple;

  it('is told in words, to who sees it and to who hears it', () => {
    expect(textsOf(badge, '//svg:text')).toEqual(['Files EU', expected]);
    expect(textsOf(badge, '/svg:svg/svg:title')).toEqual([`Files EU: ${expected}`]);
    expect(textsOf(badge, '/svg:svg/@aria-label')).toEqual([`Files EU: ${expected}`]);
    expect(textsOf(badge, '/svg:svg/@role')).toEqual(['img']);
  });

  it('has a colour of its own that white can be read on', () => {
    expect(textsOf(badge, '//svg:rect/@fill')).toEqual([nameColor, colors[state]]);
    expect(new Set(Object.values(colors)).size).toBe(states.length);
    for (const color of [nameColor, colors[state]])
      expect(contrastToWhite(color)).toBeGreaterThanOrEqual(4.5);
  });

  it('has the colour that the pages have in light', () => {
    const style = readFileSync(join(import.meta.dirname, '../../src/browser/picket.css'), 'utf8');
    expect(style).toContain(`--${state}: light-dark(${colors[state]}, `);
  });

  it('has no script, no style, and nothing from elsewhere', () => {
    expect(new Set(elementsOf(badge))).toEqual(new Set(['svg', 'title', 'rect', 'g', 'text']));
    expect(badge.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/href|url\(|style=|:\/\//);
  });
});

describe('its widths', () => {
  const numbers = (badge: string, path: string) => textsOf(badge, path).map(Number);

  it.each(['i', 'Files EU', 'WWWWWWWW', 'ملفات', '文件', '😀', 'e\u0301', '\u0301'])(
    'hold the texts: %s',
    (name) => {
      const badge = renderBadge(name, 'unknown');
      const [left = 0, right = 0] = numbers(badge, '//svg:rect/@width');
      const [first = 0, second = 0] = numbers(badge, '//svg:text/@textLength');
      expect(first).toBeGreaterThan(0);
      expect([left, right]).toEqual([first + 12, second + 12]);
      expect(numbers(badge, '/svg:svg/@width')).toEqual([left + right]);
      expect(numbers(badge, '//svg:text/@x')).toEqual([6, left + 6]);
    },
  );

  it('are those of the characters', () => {
    const width = (name: string) => numbers(renderBadge(name, 'unknown'), '//svg:text/@textLength')[0];
    expect(['iiii', 'oooo', 'WWWW', 'жжжж', '文文文文', 'e\u0301'].map(width)).toEqual([
      12, 28, 44, 32, 44, 7,
    ]);
  });
});

describe('a name', () => {
  it.each([
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
    ['" onload="alert(1)', '" onload="alert(1)'],
    ["' & ]]>", "' & ]]>"],
    ['a\u202eb\0c\ud800d\uffff', 'a�b�c�d�'],
  ])('is text: %j', (name, shown) => {
    const badge = Buffer.from(renderBadge(name, 'operational'));
    expect(textsOf(badge, '//svg:text')[0]).toBe(shown);
    expect(textsOf(badge, '/svg:svg/@aria-label')).toEqual([`${shown}: Operational`]);
    expect(textsOf(badge, '//@*').length).toBe(textsOf(golden, '//@*').length);
  });

  it('is cut to a bound, no character in two', () => {
    const shown = (name: string) => textsOf(renderBadge(name, 'operational'), '//svg:text')[0];
    expect(shown('x'.repeat(maxNameLength))).toBe('x'.repeat(maxNameLength));
    expect(shown('x'.repeat(maxNameLength + 1))).toBe(`${'x'.repeat(maxNameLength - 1)}…`);
    expect(shown('😀'.repeat(100))).toBe(`${'😀'.repeat(maxNameLength - 1)}…`);
  });
});

/** WCAG 2.2, "relative luminance" and "contrast ratio". */
function contrastToWhite(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

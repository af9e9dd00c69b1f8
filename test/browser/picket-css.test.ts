// The colours of the pages: what is not text can be told from the ground it stands on, in light and in dark.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { states } from '../../src/browser/states.js';

const css = readFileSync(join(import.meta.dirname, '../../src/browser/picket.css'), 'utf8');
/** WCAG 2.2, 1.4.11 and 1.4.3. */
const [leastOfMarks, leastOfText] = [3, 4.5];

/** In light, and in dark. */
function colours(name: string): readonly [string, string] {
  const [, light = '', dark = ''] =
    new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(css) ?? [];
  return [light, dark];
}

/** WCAG's relative luminance, of sRGB. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [bright = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (bright + 0.05) / (dark + 0.05);
}

it.each([
  ...[...states, 'no-data'].map((name) => [name, 'surface', leastOfMarks] as const),
  ...['text', 'muted', 'link'].map((name) => [name, 'surface', leastOfText] as const),
  ...['text', 'muted'].map((name) => [name, 'raised', leastOfText] as const),
])('%s is seen on %s', (name, ground, least) => {
  const [onLight, onDark] = colours(name);
  const [light, dark] = colours(ground);
  expect(contrast(onLight, light)).toBeGreaterThanOrEqual(least);
  expect(contrast(onDark, dark)).toBeGreaterThanOrEqual(least);
});

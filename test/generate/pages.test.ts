// What stands in the repository is what the source gives; each file names the command that mends it.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { pages, writePages } from '../../src/generate/pages.ts';

const root = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'picket-pages-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(pages)('$path is what the source gives', ({ path, text }) => {
  expect(readFileSync(join(root, path), 'utf8'), `${path} is out of date: npm run generate`).toBe(text());
});

test('npm run generate writes them all', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(scripts.generate).toBe('node src/generate/write.ts');
  writePages(folder);
  expect(pages.length).toBeGreaterThan(0);
  for (const { path, text } of pages) expect(readFileSync(join(folder, path), 'utf8')).toBe(text());
});

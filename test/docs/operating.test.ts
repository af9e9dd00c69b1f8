// The page for operators: files, addresses and commands that it names are there.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..', '..');
const page = readFileSync(join(root, 'docs', 'operating.md'), 'utf8');
const named = (pattern: RegExp) => [...new Set([...page.matchAll(pattern)].map(([, found = '']) => found))];

test.each(named(/\b((?:config|docs|tools)\/[\w./-]*\w)/g))('%s is there', (path) => {
  expect(existsSync(join(root, path))).toBe(true);
});

test('its addresses are those that the compose file publishes', () => {
  const { services } = parse(readFileSync(join(root, 'config', 'stack', 'compose.yaml'), 'utf8'), {
    merge: true,
  }) as { services: Record<string, { ports?: string[] }> };
  const published = Object.values(services).flatMap(({ ports }) => ports ?? []);
  const told = named(/http:\/\/localhost:(\d+)/g).map((port) => `127.0.0.1:${port}:${port}`);
  expect(told.toSorted()).toEqual(published.toSorted());
});

test('npm has what it tells to run', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const name of named(/npm run ([\w:]+)/g)) expect(scripts).toHaveProperty([name]);
});

// Metrics that the pages name are metrics there are, with the labels they are shown with.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { catalogue } from '../../src/publish/catalogue.ts';

const root = join(import.meta.dirname, '..', '..');
const pages = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
const files = ['README.md', ...pages.map((name) => join('docs', name))];
const named = files.flatMap((file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/\b(picket_[a-z_]+)(?:\{([^}]*)\})?/g)].map(
    ([, name = '', labels = '']) => ({
      file,
      name,
      labels: labels.split(',').filter((label) => /^\w+$/.test(label)),
    }),
  ),
);

test('they name some', () => {
  expect(named.length).toBeGreaterThan(10);
});

test('each is there', () => {
  const known = new Map(
    catalogue().flatMap(({ name, type, labels }): [string, readonly string[]][] => [
      [name, labels],
      ...(type === 'histogram' ? ['bucket', 'sum', 'count'] : []).map((part): [string, readonly string[]] => [
        `${name}_${part}`,
        labels,
      ]),
    ]),
  );
  for (const { file, name, labels } of named) {
    expect({ file, name, known: known.has(name) }).toEqual({ file, name, known: true });
    const lacking = labels.filter((label) => !known.get(name)?.includes(label));
    expect({ file, name, lacking }).toEqual({ file, name, lacking: [] });
  }
});

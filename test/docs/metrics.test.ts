// Metrics that the pages name are metrics there are, with the labels they are shown with.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createMetrics, fleetFamilies } from '../../src/publish/metrics.ts';
import { textOf } from '../fixtures/exposition.ts';
import { aSnapshot } from '../fixtures/snapshot.ts';

const root = join(import.meta.dirname, '..', '..');
const files = ['README.md', ...readdirSync(join(root, 'docs')).map((name) => join('docs', name))];
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

test('each is there', async () => {
  const labelsOf = new Map<string, readonly string[]>(
    fleetFamilies(true).map(({ name, labels }) => [name, labels]),
  );
  const text = await textOf(createMetrics({ version: '0', stateSet: true }).render(aSnapshot(), 'text'));
  const known = new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name));
  for (const { file, name, labels } of named) {
    expect({ file, name, known: known.has(name) }).toEqual({ file, name, known: true });
    const lacking = labels.filter((label) => !(labelsOf.get(name) ?? labels).includes(label));
    expect({ file, name, lacking }).toEqual({ file, name, lacking: [] });
  }
});

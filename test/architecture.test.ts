// Holds the walls: who may import whom, no cycles, and how long files and functions may grow.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', 'src');
const everything = ['contract', 'config', 'schedule', 'probe', 'validate', 'judge', 'store', 'publish'];

/** Stage to the stages it may import; its own files always. */
const allowed: Record<string, readonly string[]> = {
  contract: [],
  log: [],
  model: ['contract'],
  config: ['model', 'contract', 'turns'],
  schedule: ['model'],
  probe: ['model'],
  judge: ['model'],
  store: ['model', 'turns'],
  validate: ['model', 'contract'],
  browser: [],
  publish: ['model', 'contract', 'turns', 'browser'],
  simulate: ['contract'],
  generate: ['contract', 'config', 'model', 'publish'],
  readers: ['model', 'contract', 'judge', 'pipeline', 'publish', 'schedule', 'store'],
  staleness: ['model', 'judge', 'schedule', 'store', 'turns'],
  chores: ['model', 'judge', 'staleness', 'store'],
  notify: ['model', 'log'],
  redaction: ['model'],
  pipeline: ['model', 'redaction', 'probe', 'validate', 'judge', 'store', 'turns'],
  learning: ['model', 'contract', 'validate'],
  walk: ['model', 'pipeline', 'validate'],
  walks: ['model', 'contract', 'judge', 'pipeline', 'publish', 'store', 'walk'],
  outcomes: ['model', 'judge', 'pipeline', 'turns', 'walks'],
  canaries: ['judge', 'probe'],
  held: ['model', 'outcomes', 'turns'],
  egress: ['model', 'log', 'judge', 'probe', 'publish', 'canaries', 'held', 'outcomes'],
  tenure: ['model', 'judge', 'store'],
  newest: [],
  heap: [],
  turns: [],
  fleet: [
    'model',
    'config',
    'schedule',
    'store',
    'publish',
    'pipeline',
    'chores',
    'egress',
    'outcomes',
    'tenure',
    'notify',
    'readers',
    'turns',
  ],
  agent: ['model', 'log', 'newest', 'pipeline', 'readers', 'fleet', ...everything],
  cli: ['agent', 'generate', 'heap', 'learning', 'config', 'simulate', 'log', 'model', 'contract'],
  main: ['cli'],
};

const maxLines = 200;
const maxFunctionLines = 60;

const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.[jt]s$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

const stageOf = (file: string) => file.split(sep)[0]?.replace(/\.[jt]s$/, '') ?? '';

function importsOf({ file, text }: { file: string; text: string }): { to: string; typeOnly: boolean }[] {
  const pattern = /^(import|export)( type)?[^'";]*?from '(\.[^']+)';|import\('(\.[^']+)'\)/gm;
  return [...text.matchAll(pattern)].map((match) => ({
    to: relative(root, join(root, dirname(file), match[3] ?? match[4] ?? '')),
    typeOnly: match[2] !== undefined,
  }));
}

describe('the walls', () => {
  test('the source is there to be read', () => {
    expect(files.length).toBeGreaterThan(20);
  });

  test.each(files)('$file imports only what its stage may', (source) => {
    const stage = stageOf(source.file);
    const strangers = importsOf(source)
      .map(({ to }) => stageOf(to))
      .filter((to) => to !== stage && !(allowed[stage] ?? []).includes(to));
    expect(strangers).toEqual([]);
  });

  test('model takes types, not values, from contract', () => {
    const model = files.filter(({ file }) => stageOf(file) === 'model').flatMap(importsOf);
    expect(model.length).toBeGreaterThan(0);
    expect(model.filter(({ typeOnly }) => !typeOnly)).toEqual([]);
  });

  test('no file imports itself in a circle', () => {
    const graph = new Map(
      files.map((source) => [
        source.file,
        importsOf(source)
          .filter((link) => !link.typeOnly)
          .map((link) => link.to),
      ]),
    );
    expect(cycles(graph)).toEqual([]);
  });

  test.each(files)(`$file has at most ${maxLines} lines`, ({ text }) => {
    expect(text.split('\n').length - 1).toBeLessThanOrEqual(maxLines);
  });

  test(`no function has more than ${maxFunctionLines} lines`, () => {
    const functions = files.flatMap(({ file, text }) =>
      functionsOf(text).map((lines) => ({ at: `${file}: ${lines[0]}`, lines: lines.length })),
    );
    expect(functions.length).toBeGreaterThan(500);
    expect(functions.filter(({ lines }) => lines > maxFunctionLines)).toEqual([]);
  });
});

/** Those of a file and the methods of its classes, as they are formatted: each ends at a brace as far in as it began. */
function functionsOf(text: string): string[][] {
  const ofFile = /^(?:export )?(?:async )?function .*?^\}$|^(?:export )?const [^;]*? => \{$.*?^\};$/gms;
  const ofClass = /^ {2}(?:async |get )?(?:#?\w+\(|\w+ = )[^;]*?\{$.*?^ {2}\}$/gms;
  const classes = [...text.matchAll(/^export class .*?^\}$/gms)].map(([body]) => body);
  const found = [...text.matchAll(ofFile), ...classes.flatMap((body) => [...body.matchAll(ofClass)])];
  return found.map(([body]) => body.split('\n'));
}

function cycles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) found.push([...path.slice(path.indexOf(file)), file].join(' -> '));
    if (path.includes(file) || done.has(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return found;
}

// What the README tells to type, copy or open is there.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { run } from '../cli/process.ts';
import { configOf } from '../config/reading.ts';

const root = join(import.meta.dirname, '..', '..');
const page = readFileSync(join(root, 'README.md'), 'utf8');

test('the configuration to copy loads without a warning', () => {
  const [, text = ''] = /^```yaml\n(agent:.+?)^```$/ms.exec(page) ?? [];
  const { deployments, warnings } = configOf(text, { env: { FILES_TOKEN: 'a-token-of-files' } });
  expect(deployments.map(({ id }) => id)).toEqual(['files-eu', 'queue-eu']);
  expect(warnings).toEqual([]);
});

describe('what there is to type', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

  const named = [...page.matchAll(/npm (?:run (?:--silent )?(\w+)|(start|test)\b)/g)].map(
    ([, own, short]) => own ?? short ?? '',
  );

  test.each([...new Set(named)])('npm has %s', (name) => {
    expect(scripts).toHaveProperty(name);
  });

  test('the commands in the table, and in the examples, are those of the program', async () => {
    const { output } = await run(['--help']);
    const commands = [...output.matchAll(/^ {2}([a-z]+) .*\S {2,}\S/gm)].map(([, name = '']) => name);
    const told = [...page.matchAll(/^\| `([a-z]+)(?: [A-Z][^`]*)?` \|/gm)].map(([, name = '']) => name);
    const typed = [...page.matchAll(/npm run (?:--silent )?picket -- ([a-z]+)/g)].map(
      ([, name = '']) => name,
    );
    const known = commands.filter((name) => name !== 'help');
    expect(new Set(told)).toEqual(new Set(known));
    expect(known).toEqual(expect.arrayContaining(typed));
  });
});

test.each([...new Set([...page.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, path = '']) => path))])(
  '%s is there',
  (path) => {
    expect(existsSync(join(root, path))).toBe(true);
  },
);

// The page of options against the schema: the same options, bounds and defaults, and examples that load.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { builtInSettings } from '../../src/config/schema.ts';
import { kinds } from '../../src/contract/kinds.ts';
import { ruleIds } from '../../src/contract/rules.ts';
import { anchorOf } from '../../src/generate/rules-page.ts';
import { certificatePem, keyPem } from '../config/certificate.ts';
import { configOf } from '../config/reading.ts';
import { optionsOfSchema } from './options.ts';

const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'configuration.md'), 'utf8');

const rows = [...page.matchAll(/^\| `([^`]+)` \| (.*?) ?\| (.+?) \| (.+) \|$/gm)]
  .map(([, path = '', fallback = '', allowed = '', meaning = '']) => ({ path, fallback, allowed, meaning }))
  .filter(({ path }) => !Object.hasOwn(kinds, path));
const schema = optionsOfSchema();

test('the page names every option of the schema, once, and no others', () => {
  expect(schema.size).toBeGreaterThan(50);
  expect(rows.map(({ path }) => path).toSorted()).toEqual([...schema.keys()].toSorted());
});

/** Allowed nowhere: the one as no file can hold it, the other as a text. */
const refused = [Symbol('nothing'), '!'];

test.each(rows)('$path: what is allowed is what the schema expects', ({ path, allowed }) => {
  const issues = refused.flatMap((value) => schema.get(path)?.safeParse(value).error?.issues ?? []);
  const expected = issues.map(({ message }) => message.replace(/, such as "?[^"]*"?(?=, or off$|$)/, ''));
  expect(expected).toContain(allowed);
});

test('what the page names as a default changes nothing where it is written', () => {
  const defaults = rows.flatMap(({ path, fallback }) => {
    const value = /^`(.+)`$/.exec(fallback)?.[1];
    return value === undefined || path.startsWith('endpoints.') ? [] : [{ path, value }];
  });
  const plain = configWith([]);
  const { hash: _, ...written } = configWith(defaults);
  expect(plain).toMatchObject(written);
  const deploymentDefaults = defaults.map(({ path }) => path.split('.')[0]);
  expect(deploymentDefaults).toEqual(expect.arrayContaining(Object.keys(builtInSettings)));
});

test('the kinds are those of the document', () => {
  for (const [name, { version, endpoints, components }] of Object.entries(kinds)) {
    expect(page).toContain(
      `| \`${name}\` | ${version} | ${endpoints.join(', ')} | ${components.join(', ')} |`,
    );
  }
});

test('links to rules lead to rules', () => {
  const links = [...page.matchAll(/\[([a-z_.]+)\]\(rules\.md#([a-z_]+)\)/g)];
  expect(links.length).toBeGreaterThan(0);
  for (const [, id, anchor] of links) {
    const rule = ruleIds.find((each) => each === id);
    expect(rule && anchorOf(rule)).toBe(anchor);
  }
});

const examples = [...page.matchAll(/^```yaml\n(.+?)^```$/gms)].map(([, text = ''], index) => ({
  text,
  index,
}));

test('there are four examples', () => {
  expect(examples).toHaveLength(4);
});

test.each(examples)('example $index loads', ({ text }) => {
  const world = {
    env: { FILES_TOKEN: 'a-token-of-files' },
    files: { 'ca.pem': certificatePem, 'client.pem': certificatePem, 'client.key': keyPem },
  };
  expect(configOf(text, world).deployments.length).toBeGreaterThan(0);
});

/** One deployment, with values at paths of `defaults` or of the file. */
function configWith(values: readonly { readonly path: string; readonly value: string }[]) {
  const deployments = [{ id: 'a', base_url: 'http://a.test', kind: 'media' }];
  const root: Tree = { defaults: { pagination: { cursor_field: 'next_cursor' } }, deployments };
  for (const { path, value } of values) {
    const keys = path.split('.');
    const ofFile = ['agent', 'store', 'metrics'].includes(keys[0] ?? '');
    put(root, ofFile ? keys : ['defaults', ...keys], parse(value));
  }
  return configOf(JSON.stringify(root));
}

type Tree = { [key: string]: unknown };

function put(tree: Tree, [key = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) tree[key] = value;
  else {
    tree[key] ??= {};
    put(tree[key] as Tree, rest, value);
  }
}

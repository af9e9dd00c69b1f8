// Reads a configuration from a string, with an environment and files that are only said to be there.
import { assemble } from '../../src/config/assemble.ts';
import type { Config } from '../../src/config/config.ts';
import type { Outside } from '../../src/config/interpolate.ts';
import { locateAll } from '../../src/config/problem.ts';
import { readSource } from '../../src/config/source.ts';

export interface World {
  readonly env?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
}

export function outsideOf({ env = {}, files = {} }: World): Outside {
  return {
    variable: (name) => env[name],
    file: (path) => {
      const text = files[path];
      return text === undefined ? { unreadable: 'no such file' } : { text };
    },
  };
}

/** Every problem as `line:column path: expected … | observed`. */
export function problemsOf(text: string, world: World = {}): string[] {
  const outside = outsideOf(world);
  const source = readSource(text, outside);
  const { problems } = assemble(text, source, outside, 'host-1');
  return locateAll('picket.yaml', source, problems).map(
    ({ line, column, path, expected, observed }) => `${line}:${column} ${path}: ${expected} | ${observed}`,
  );
}

/** A configuration that must be right. */
export function configOf(text: string, world: World = {}): Config {
  const outside = outsideOf(world);
  const { config } = assemble(text, readSource(text, outside), outside, 'host-1');
  if (config === null) throw new Error(problemsOf(text, world).join('\n'));
  return config;
}

/** The only deployment of a configuration that must be right. */
export function deploymentOf(text: string, world: World = {}) {
  const [deployment, ...more] = configOf(text, world).deployments;
  if (deployment === undefined || more.length > 0) throw new Error('not one deployment');
  return deployment;
}

/** A right entry on line 2, with more lines of its own behind it, from line 5 on. */
export function entryWith(...lines: readonly string[]): string {
  const head = ['deployments:', '  - id: a', '    base_url: http://a.test', '    kind: media'];
  return [...head, ...lines.map((line) => `    ${line}`), ''].join('\n');
}

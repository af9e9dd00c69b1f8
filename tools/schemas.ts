// Writes test/fixtures/schemas: the formats of the files in config/stack, as JSON schemas that know every key.
// Run by hand, `node tools/schemas.ts`, when a format moves on: the packages it takes them from are installed into a
// temporary folder, and are no dependency of this repository.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const packages = {
  'kubernetes-models': '5.1.0',
  '@kubernetes-models/prometheus-operator': '6.0.0',
  dclint: '3.1.0',
  'ts-json-schema-generator': '2.4.0',
};

/** Kinds by the module that declares their type. */
const kinds = {
  ConfigMap: 'kubernetes-models/v1/ConfigMap',
  Deployment: 'kubernetes-models/apps/v1/Deployment',
  Namespace: 'kubernetes-models/v1/Namespace',
  PersistentVolumeClaim: 'kubernetes-models/v1/PersistentVolumeClaim',
  Service: 'kubernetes-models/v1/Service',
  PrometheusRule: '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PrometheusRule',
  ServiceMonitor: '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/ServiceMonitor',
};

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'picket-schemas-'));
try {
  install();
  write('kubernetes', ['kubernetes-models', '@kubernetes-models/prometheus-operator'], kubernetes());
  write('compose', ['dclint'], compose());
} finally {
  rmSync(folder, { recursive: true });
}
run('npx', ['biome', 'check', '--write', 'test/fixtures/schemas'], root);

function install(): void {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const wanted = Object.entries(packages).map(([name, version]) => `${name}@${version}`);
  run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--save-exact', ...wanted], folder);
}

/** From the types, which were made of the Go types of Kubernetes and of the operator; no other keys than theirs. */
function kubernetes(): object {
  const types = Object.entries(kinds).map(
    ([kind, module]) => `import type { I${kind} } from '${module}';\nexport type ${kind} = I${kind};\n`,
  );
  writeFileSync(join(folder, 'kinds.ts'), types.join(''));
  const compilerOptions = { module: 'nodenext', strict: true, target: 'es2022', types: [] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['kinds.ts'] }));
  const generator = join(
    folder,
    'node_modules',
    'ts-json-schema-generator',
    'bin',
    'ts-json-schema-generator.js',
  );
  const options = ['--path', 'kinds.ts', '--tsconfig', 'tsconfig.json', '--type', '*', '--jsDoc', 'none'];
  return JSON.parse(run(process.execPath, [generator, ...options, '--no-type-check'], folder)).definitions;
}

/** The compose specification's own schema, without its words; its definitions refer to each other. */
function compose(): object {
  const text = readFileSync(join(folder, 'node_modules', 'dclint', 'schemas', 'compose.schema.json'), 'utf8');
  const { $schema: _, $id: __, definitions, ...top } = JSON.parse(text, withoutWords);
  return { compose: top, ...definitions };
}

function withoutWords(this: unknown, key: string, value: unknown): unknown {
  // Where it is a text it describes; where it is a mapping it is a property of that name.
  return ['description', 'title'].includes(key) && typeof value === 'string' ? undefined : value;
}

function write(name: string, from: readonly (keyof typeof packages)[], definitions: object): void {
  const sources = from.map((source) => `${source} ${packages[source]} (MIT)`).join(' and ');
  const $comment = `Written by tools/schemas.ts from the npm packages ${sources}.`;
  const path = join(root, 'test', 'fixtures', 'schemas', `${name}.json`);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, JSON.stringify({ $comment, definitions }, null, 2));
}

function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', timeout: 300_000 });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
  return stdout;
}

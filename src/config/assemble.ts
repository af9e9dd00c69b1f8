// The sections of a configuration, checked and put together; pure but for what `outside` reads.
import { createHash } from 'node:crypto';
import { type Secret, secret } from '../model/secret.ts';
import type { Config } from './config.ts';
import { tlsReader } from './connection.ts';
import type { Surroundings } from './deployments.ts';
import { labelPaths, resolveFleet } from './entries.ts';
import type { Outside } from './interpolate.ts';
import { type Draft, type Path, parseSection, unknownKey } from './issues.ts';
import { referenceCollector, refuseReferences, secretKeeper, shownAt } from './references.ts';
import { sections } from './schema.ts';
import { childOf, entryAt, type Source, valueAt } from './source.ts';
import { warningsOf } from './warnings.ts';

interface Assembled {
  /** null where there are problems. */
  readonly config: Config | null;
  readonly problems: readonly Draft[];
}

/** `host` is the name of the machine, the agent's where none is configured. */
export function assemble(text: string, source: Source, outside: Outside, host: string): Assembled {
  if (source.root === null && source.problems.length > 0) return { config: null, problems: source.problems };
  if (!source.places.has(source.root) || Array.isArray(source.root)) {
    return { config: null, problems: [notSections(source.root)] };
  }
  const found = unknownSections(source);
  const agent = parseSection(sections.agent, sectionOf(source, 'agent'), ['agent'], found);
  const store = parseSection(sections.store, sectionOf(source, 'store'), ['store'], found);
  const metrics = parseSection(sections.metrics, sectionOf(source, 'metrics'), ['metrics'], found);
  refuseReferences(source, regionLabels, found);
  const files = new Map<string, string>();
  const deployments = resolveFleet(surroundings(source, noting(outside, files), found), source, found);
  // What does not fit because its reference could not be resolved is one problem, not two.
  const problems = [...source.problems, ...found.filter(({ path }) => !isUnresolved(source, path))];
  if (problems.length > 0 || agent === null || store === null || metrics === null) {
    return { config: null, problems };
  }
  const substituted = referenceCollector(source)(source.root);
  const config: Config = {
    agent: {
      name: shownAt(source, ['agent', 'name'], agent.name ?? host),
      vantage: { ...agent.region, name: shownAt(source, ['agent', 'region', 'name'], agent.region.name) },
      listen: agent.listen,
      basePath: agent.base_path,
      maxInFlight: agent.max_in_flight,
      reloadEveryMs: agent.reload_every,
      egress: agent.egress,
    },
    store: { path: store.path, historyMs: store.history },
    metrics: { stateSet: metrics.state_set },
    deployments,
    secrets: secretsOf(substituted),
    hash: digest([text, ...substituted, ...files.values()]),
    warnings: warningsOf(deployments, agent.max_in_flight),
  };
  return { config, problems: [] };
}

/** A file that is but a text may be a secret of its own. */
function notSections(root: unknown): Draft {
  const observed = Array.isArray(root) ? 'a list' : root === null ? 'nothing' : 'a single value';
  return { path: [], offset: 0, expected: 'a mapping of sections', observed };
}

const regionLabels: readonly Path[] = ['code', 'zone', 'country'].map((key) => ['agent', 'region', key]);

function sectionOf(source: Source, name: keyof typeof sections): unknown {
  return childOf(source.root, name) ?? {};
}

function unknownSections({ root, places }: Source): Draft[] {
  const names = Object.keys(sections);
  const keys = [...(places.get(root)?.entries.keys() ?? [])].map(String);
  const unknown = keys.filter((key) => !names.includes(key) && !key.startsWith('x-'));
  return unknown.map((key) => unknownKey([key], names));
}

/** null where what all deployments share has problems: then theirs would follow from those. */
function surroundings(source: Source, outside: Outside, problems: Draft[]): Surroundings | null {
  const defaults = parseSection(sections.defaults, sectionOf(source, 'defaults'), ['defaults'], problems);
  const statusWords = parseSection(
    sections.status_words,
    sectionOf(source, 'status_words'),
    ['status_words'],
    problems,
  );
  const kinds = parseSection(sections.kinds, sectionOf(source, 'kinds'), ['kinds'], problems);
  const shared: Path[] = [['defaults'], ...Object.keys(kinds ?? {}).map((name) => ['kinds', name])];
  refuseReferences(source, shared.flatMap(labelPaths), problems);
  if (defaults === null || statusWords === null || kinds === null) return null;
  const collect = referenceCollector(source);
  return {
    source,
    defaults,
    kinds,
    statusWords,
    readTls: tlsReader(outside),
    secretOf: secretKeeper(),
    referencesIn: (path) => collect(valueAt(source, path)),
  };
}

function isUnresolved(source: Source, path: Path): boolean {
  return entryAt(source, path)?.substitution?.unresolved ?? false;
}

function secretsOf(substituted: readonly string[]): Secret[] {
  const values = [...new Set(substituted)].filter((value) => value !== '');
  return values.sort((a, b) => b.length - a.length).map(secret);
}

/** The same outside; the text of each file that is read goes into `files`. */
function noting(outside: Outside, files: Map<string, string>): Outside {
  const file = (path: string) => {
    const read = outside.file(path);
    if ('text' in read) files.set(path, read.text);
    return read;
  };
  return { ...outside, file };
}

/** 16 hex digits. */
function digest(texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text).update('\0');
  return hash.digest('hex').slice(0, 16);
}

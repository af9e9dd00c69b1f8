// Entries of the configuration to Deployments: each with its kind and the defaults behind it.
import { endpointNames, takesCursor } from '../contract/endpoints.ts';
import { kinds as documentKinds, type Kind } from '../contract/kinds.ts';
import { defaultSettings } from '../contract/rules.ts';
import type { Deployment } from '../model/deployment.ts';
import type { State } from '../model/states.ts';
import { resolveChecks } from './checks.ts';
import { resolveConnection, type TlsReader } from './connection.ts';
import { maxLabels } from './deployment-fields.ts';
import { expectationProblems } from './expectation-fields.ts';
import type { Draft, Path } from './issues.ts';
import { combined, type Layer, nearest, placeOf, settled } from './layers.ts';
import { minHeaderLength, minReferenceLength, type SecretKeeper, shownAt } from './references.ts';
import { builtInConfirm, builtInPagination, type DeploymentEntry, type Settings } from './schema.ts';
import type { Source } from './source.ts';

/** What all deployments have in common. */
export interface Surroundings {
  readonly source: Source;
  readonly defaults: Settings;
  /** As configured: more of them, or changes to those of the document. */
  readonly kinds: Readonly<Record<string, Settings>>;
  readonly statusWords: Readonly<Record<string, State>>;
  readonly readTls: TlsReader;
  readonly secretOf: SecretKeeper;
  /** Everything substituted in a part of the configuration. */
  readonly referencesIn: (path: Path) => readonly string[];
}

const builtInKinds: ReadonlyMap<string, Kind> = new Map(Object.entries(documentKinds));

/** null where the deployment is not enabled, or has a problem, which is then added. */
export function resolveDeployment(
  entry: DeploymentEntry,
  path: Path,
  around: Surroundings,
  problems: Draft[],
): Deployment | null {
  const before = problems.length;
  const own: Layer = { path, settings: entry };
  const defaults: Layer = { path: ['defaults'], settings: around.defaults };
  const kind = nearest([own, defaults], 'kind');
  const layers = [own, ...kindLayers(kind?.value, around), defaults];
  if (kind !== null && layers.length === 2) {
    const known = [...new Set([...builtInKinds.keys(), ...Object.keys(around.kinds)])].join(', ');
    problems.push({ path: kind.path ?? path, expected: `one of ${known}` });
    return null;
  }
  const version = nearest(layers, 'version')?.value;
  const components = nearest(layers, 'components')?.value;
  const missing = (['version', 'endpoints', 'components'] as const).filter((key) => !nearest(layers, key));
  const { written, origin, path: basePath } = entry.base_url;
  if (version === undefined || components === undefined || missing.length > 0) {
    const expected = `a kind, or version, endpoints and components (missing: ${missing.join(', ')})`;
    problems.push({ path: [...path, 'kind'], expected });
    return null;
  }
  const checks = resolveChecks({ id: entry.id, version, basePath, path, layers }, problems);
  const tls = around.readTls(layers, path, problems);
  const expect = nearest(layers, 'expect');
  if (expect !== null)
    problems.push(...expectationProblems(expect.value, version, expect.path ?? path, around));
  problems.push(...crossChecks(layers, path), ...walkless(own, layers, checks));
  if (problems.length > before || !settled(layers, 'enabled').value) return null;
  const slo = combined(layers, 'slo');
  return {
    id: entry.id,
    name: shownAt(around.source, [...path, 'name'], entry.name ?? entry.id),
    kind: kind?.value ?? 'custom',
    version,
    baseUrl: shownAt(around.source, [...path, 'base_url'], written),
    connection: resolveConnection(origin, layers, tls, around.secretOf),
    checks,
    components,
    confirm: resolveConfirm(layers),
    degradedAboveMs: settled(layers, 'degraded_above').value,
    maxComponents: settled(layers, 'max_components').value,
    rules: resolveRules(layers, components.exact),
    updatedAtMaxAgeMs: settled(layers, 'updated_at_max_age').value,
    pagination: resolvePagination(layers, checks),
    expect: expect?.value ?? null,
    statusWords: around.statusWords,
    labels: resolveLabels(layers, around.source),
    slo: { availability: slo.availability ?? null, latencyMs: slo.latency ?? null },
    critical: settled(layers, 'critical').value,
    egressGuard: settled(layers, 'egress_guard').value,
    secrets: resolveSecrets(layers, path, kind?.value, around),
  };
}

/** What the configuration says of a kind before what the document does. */
function kindLayers(kind: string | undefined, { kinds }: Surroundings): Layer[] {
  if (kind === undefined) return [];
  const layers: Layer[] = [];
  const configured = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (configured !== undefined) layers.push({ path: ['kinds', kind], settings: configured });
  const documented = builtInKinds.get(kind);
  if (documented !== undefined) layers.push({ path: null, settings: settingsOf(documented) });
  return layers;
}

function settingsOf({ version, endpoints, components }: Kind): Settings {
  return {
    version,
    endpoints: Object.fromEntries(endpoints.map((name) => [name, {}])),
    components: { expected: [...components], exact: false },
  };
}

function crossChecks(layers: readonly Layer[], path: Path): Draft[] {
  const problems: Draft[] = [];
  const components = nearest(layers, 'components');
  const most = settled(layers, 'max_components').value;
  const expected = components?.value.expected.length ?? 0;
  if (expected > most) {
    const place = components?.path ?? [...path, 'max_components'];
    problems.push({
      path: place,
      expected: `at most max_components (${most}) names`,
      observed: String(expected),
    });
  }
  const labels = Object.keys(combined(layers, 'labels')).length;
  if (labels > maxLabels) {
    const place = [...path, 'labels'];
    problems.push({
      path: place,
      expected: `at most ${maxLabels} labels`,
      observed: `${labels}, the inherited included`,
    });
  }
  return problems;
}

function resolveConfirm(layers: readonly Layer[]): Deployment['confirm'] {
  const { failures, successes, recheck_after } = { ...builtInConfirm, ...combined(layers, 'confirm') };
  return { failures, successes, recheckAfterMs: recheck_after };
}

/** Deployments that change no rule share the table's own settings. */
function resolveRules(layers: readonly Layer[], exact: boolean): Deployment['rules'] {
  const chosen = combined(layers, 'rules');
  if (!exact && Object.keys(chosen).length === 0) return defaultSettings;
  return { ...defaultSettings, ...(exact && { 'meaning.components_extra': 'warning' }), ...chosen };
}

/** A deployment's own pagination that would walk nothing is not what was meant. */
function walkless(own: Layer, layers: readonly Layer[], checks: Deployment['checks']): Draft[] {
  if (own.settings.pagination === undefined) return [];
  const path = [...(own.path ?? []), 'pagination'];
  if (combined(layers, 'pagination').cursor_field === undefined) {
    return [
      {
        path,
        expected: 'a cursor_field: the API document does not show one, and without it nothing is walked',
      },
    ];
  }
  if (checks.some(({ endpoint }) => takesCursor(endpoint))) return [];
  const endpoints = endpointNames.filter(takesCursor).join(' or ');
  return [{ path, expected: `${endpoints} among the endpoints: no other takes a cursor` }];
}

/** Defaults and kinds may hold it for others. */
function resolvePagination(layers: readonly Layer[], checks: Deployment['checks']): Deployment['pagination'] {
  const { cursor_field, max_pages, every } = combined(layers, 'pagination');
  if (cursor_field === undefined || !checks.some(({ endpoint }) => takesCursor(endpoint))) return null;
  return {
    cursorField: cursor_field,
    maxPages: max_pages ?? builtInPagination.max_pages,
    everyMs: every ?? builtInPagination.every,
  };
}

function resolveLabels(layers: readonly Layer[], source: Source): Deployment['labels'] {
  const labels = Object.entries(combined(layers, 'labels'));
  return Object.fromEntries(
    labels.map(([name, value]) => [name, shownAt(source, placeOf(layers, 'labels', name), value)]),
  );
}

function resolveSecrets(
  layers: readonly Layer[],
  path: Path,
  kind: string | undefined,
  { referencesIn, secretOf }: Surroundings,
): Deployment['secrets'] {
  const parts: Path[] = [path, ['defaults'], ...(kind === undefined ? [] : [['kinds', kind]])];
  const references = parts.flatMap(referencesIn).filter((value) => value.length >= minReferenceLength);
  // A target may send back the token alone, without the scheme before it.
  const headers = Object.values(combined(layers, 'headers'))
    .flatMap((value) => [value, ...value.split(/\s+/)])
    .filter((value) => value.length >= minHeaderLength);
  return [...new Set([...references, ...headers])].map(secretOf);
}

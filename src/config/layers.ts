// Which of several places an option is taken from: the deployment, its kind, the defaults, what is built in.
import type { EndpointName } from '../contract/endpoints.ts';
import type { Path } from './issues.ts';
import {
  type BuiltIn,
  builtInSettings,
  type EndpointSettings,
  type Present,
  type Settings,
} from './schema.ts';

export interface Layer {
  /** null for what no file says. */
  readonly path: Path | null;
  readonly settings: Settings;
}

export interface Found<Value> {
  readonly value: Value;
  /** null where the value is built in. */
  readonly path: Path | null;
  /** How far from the deployment: 0 is its own, smaller is closer. */
  readonly distance: number;
}

/** Layers go from the closest to the farthest, what is built in left out. */
export function nearest<Key extends keyof Settings>(
  layers: readonly Layer[],
  key: Key,
): Found<Present<Key>> | null {
  for (const [distance, { path, settings }] of layers.entries()) {
    const value = settings[key];
    if (value !== undefined) return { value: value as Present<Key>, path: within(path, key), distance };
  }
  return null;
}

/** An option that always has a value. */
export function settled<Key extends keyof BuiltIn>(layers: readonly Layer[], key: Key): Found<Present<Key>> {
  return (
    nearest(layers, key) ?? {
      value: builtInSettings[key] as Present<Key>,
      path: null,
      distance: layers.length,
    }
  );
}

type MappingKey = 'confirm' | 'tls' | 'slo' | 'rules' | 'headers' | 'labels' | 'pagination';

/** Its keys are absent or have a value: the parser makes no key that was not there. */
type Combined<Key extends MappingKey> = {
  [Name in keyof Present<Key>]: Exclude<Present<Key>[Name], undefined>;
};

/** An option that is a mapping, key by key from the closest layer that has it. */
export function combined<Key extends MappingKey>(layers: readonly Layer[], key: Key): Combined<Key> {
  return Object.assign({}, ...layers.map(({ settings }) => settings[key]).toReversed());
}

/** Where a key of such a mapping stands. */
export function placeOf(layers: readonly Layer[], key: MappingKey, name: string): Path | null {
  const layer = layers.find(({ settings }) => Object.hasOwn(settings[key] ?? {}, name));
  return within(within(layer?.path ?? null, key), name);
}

/** An option of one endpoint where any layer states it for that endpoint, closest first. */
export function ofEndpoint<Key extends keyof EndpointSettings>(
  layers: readonly Layer[],
  name: EndpointName,
  key: Key,
): Found<Exclude<EndpointSettings[Key], undefined>> | null {
  for (const { path, settings } of layers) {
    const value = settings.endpoints?.[name]?.[key];
    if (value !== undefined) {
      const place = path === null ? null : [...path, 'endpoints', name, key];
      return { value: value as Exclude<EndpointSettings[Key], undefined>, path: place, distance: -1 };
    }
  }
  return null;
}

function within(path: Path | null, key: string): Path | null {
  return path === null ? null : [...path, key];
}

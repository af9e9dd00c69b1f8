// A panel's field options on its frames, and overrides that match no field.
import {
  applyFieldOverrides,
  cacheFieldDisplayNames,
  type DataFrame,
  FieldConfigOptionsRegistry,
  type FieldConfigSource,
  fieldMatchers,
  type GrafanaTheme2,
  type InterpolateFunction,
} from '@grafana/data';
import type { Panel } from './dashboard-json.ts';
import { customDefaults } from './defaults.ts';

export function fieldConfigOf({ type, fieldConfig }: Panel): FieldConfigSource {
  const { defaults, overrides } = fieldConfig ?? { defaults: {}, overrides: [] };
  return { defaults: { ...defaults, custom: { ...customDefaults[type], ...defaults.custom } }, overrides };
}

export function withFieldConfig(
  fieldConfig: FieldConfigSource,
  data: DataFrame[],
  theme: GrafanaTheme2,
  replaceVariables: InterpolateFunction,
): DataFrame[] {
  const fieldConfigRegistry = registryOf(fieldConfig);
  const frames = applyFieldOverrides({
    data,
    fieldConfig,
    fieldConfigRegistry,
    theme,
    replaceVariables,
    timeZone: 'utc',
  });
  cacheFieldDisplayNames(frames);
  return frames;
}

/** Options exist in the plugins, which are no packages: so every option that the panel names is known as it is. */
function registryOf({ defaults, overrides }: FieldConfigSource): FieldConfigOptionsRegistry {
  const { custom = {}, ...standard } = defaults;
  const ids = new Set([
    ...Object.keys(standard),
    ...Object.keys(custom).map((id) => `custom.${id}`),
    ...overrides.flatMap(({ properties }) => properties.map(({ id }) => id)),
  ]);
  return new FieldConfigOptionsRegistry(() => [...ids].map(optionOf));
}

function optionOf(id: string) {
  const isCustom = id.startsWith('custom.');
  return {
    id,
    path: isCustom ? id.slice('custom.'.length) : id,
    name: id,
    isCustom,
    process: (value: unknown) => value,
    shouldApply: () => true,
    settings: {},
    editor: () => null,
    override: () => null,
  };
}

export function overrideFindings({ overrides }: FieldConfigSource, data: DataFrame[]): string[] {
  return overrides.flatMap(({ matcher }) => {
    const named = `override ${matcher.id} ${JSON.stringify(matcher.options)}`;
    const info = fieldMatchers.getIfExists(matcher.id);
    if (info === undefined) return [`${named}: no such matcher`];
    const isMatch = info.get(matcher.options);
    const isHit = data.some((frame) => frame.fields.some((field) => isMatch(field, frame, data)));
    return isHit ? [] : [`${named} matches no field`];
  });
}

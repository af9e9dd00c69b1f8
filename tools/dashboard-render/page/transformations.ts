// Grafana's own transformations, one after the other, each looked at first: does it meet the fields it names?
import {
  type DataFrame,
  type DataTransformerConfig,
  getFieldDisplayName,
  type InterpolateFunction,
  standardTransformers,
  standardTransformersRegistry,
  transformDataFrame,
} from '@grafana/data';
import { firstValueFrom } from 'rxjs';

// Some stand there under two names.
const byId = new Map(Object.values(standardTransformers).map((each) => [each.id, each]));

standardTransformersRegistry.setInit(() =>
  [...byId.values()].map((transformation) => ({
    id: transformation.id,
    name: transformation.name,
    transformation: () => Promise.resolve(transformation),
    imageDark: '',
    imageLight: '',
    editor: () => null,
  })),
);

type Options = Readonly<Record<string, unknown>>;

/** The names that the options of a transformation mean fields by; a transformation not here names none. */
const namesIn: Readonly<Record<string, (options: Options) => readonly string[]>> = {
  organize: ({ renameByName, excludeByName, indexByName, includeByName }) =>
    [renameByName, excludeByName, indexByName, includeByName].flatMap((byName) => Object.keys(byName ?? {})),
  joinByField: ({ byField }) => texts([byField]),
  filterFieldsByName: ({ include, exclude }) => [...namesOf(include), ...namesOf(exclude)],
  sortBy: ({ sort }) => list(sort).map((each) => String(each.field)),
  groupBy: ({ fields }) => Object.keys(fields ?? {}),
  filterByValue: ({ filters }) => list(filters).map((each) => String(each.fieldName)),
  convertFieldType: ({ conversions }) => list(conversions).map((each) => String(each.targetField)),
  formatTime: ({ timeField }) => texts([timeField]),
  extractFields: ({ source }) => texts([source]),
  calculateField: ({ reduce, binary, unary }) => [
    ...texts((reduce as Options | undefined)?.include),
    ...operands(binary as Options | undefined),
    ...texts([(unary as Options | undefined)?.fieldName]),
  ],
};

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string' && each !== '') : [];
const list = (value: unknown): Options[] => (Array.isArray(value) ? value : []);
const namesOf = (matcher: unknown): string[] => texts((matcher as Options | undefined)?.names);
const operands = ({ left, right }: Options = {}): string[] =>
  [left, right].flatMap((side) => texts([(side as { matcher?: Options } | null)?.matcher?.options]));

export async function transformed(
  configs: readonly DataTransformerConfig[],
  data: DataFrame[],
  interpolate: InterpolateFunction,
): Promise<{ frames: DataFrame[]; findings: string[] }> {
  const findings: string[] = [];
  let frames = data;
  for (const config of configs) {
    if (config.disabled === true) continue;
    findings.push(...transformationFindings(config, frames));
    frames = await firstValueFrom(transformDataFrame([config], frames, { interpolate }));
  }
  return { frames, findings };
}

function transformationFindings({ id, options }: DataTransformerConfig, frames: DataFrame[]): string[] {
  if (!standardTransformersRegistry.getIfExists(id)) return [`transformation ${id}: there is none`];
  if (frames.length === 0) return [`transformation ${id} has nothing to work on`];
  const known = new Set(
    frames.flatMap((frame) =>
      frame.fields.flatMap((field) => [field.name, getFieldDisplayName(field, frame, frames)]),
    ),
  );
  const names = namesIn[id]?.(options ?? {}) ?? [];
  const missing = [...new Set(names)].filter((name) => !known.has(name));
  return [
    ...missing.map((name) => `transformation ${id}: no field ${JSON.stringify(name)}`),
    ...(id === 'renameByRegex' ? patternFindings(options, known) : []),
  ];
}

function patternFindings({ regex }: Options, known: ReadonlySet<string>): string[] {
  const pattern = new RegExp(String(regex));
  return [...known].some((name) => pattern.test(name))
    ? []
    : [`transformation renameByRegex: ${pattern} matches no field`];
}

// Every option of the schema by its path, as docs/configuration.md names it.
import { z } from 'zod';
import { deploymentSchema, sections } from '../../src/config/schema.ts';
import { endpointNames } from '../../src/contract/endpoints.ts';

/** Under a deployment, its kind or `defaults`; endpoints by name are one, `NAME`. */
export function optionsOfSchema(): Map<string, z.ZodType> {
  const { agent, store, metrics, ...fleet } = sections;
  const found = new Map<string, z.ZodType>(Object.entries(fleet));
  collect({ agent, store, metrics }, '', found);
  for (const section of ['agent', 'store', 'metrics']) found.delete(section);
  collect(mappingIn(deploymentSchema)?.shape ?? {}, '', found);
  return found;
}

function collect(shape: z.ZodRawShape, prefix: string, found: Map<string, z.ZodType>): void {
  for (const [key, schema] of Object.entries(shape)) {
    const isEndpoint = (endpointNames as readonly string[]).includes(key);
    const path = `${prefix}${isEndpoint ? 'NAME' : key}`;
    found.set(path, schema as z.ZodType);
    // The rules have a reference of their own.
    if (path !== 'rules') collect(mappingIn(schema)?.shape ?? {}, `${path}.`, found);
  }
}

/** The mapping of known keys that an option is, or may be. */
function mappingIn(schema: unknown): z.ZodObject | null {
  if (schema instanceof z.ZodObject) return schema;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return mappingIn(schema.unwrap());
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) return mappingIn(schema.unwrap());
  if (schema instanceof z.ZodPipe) return mappingIn(schema.def.out) ?? mappingIn(schema.def.in);
  if (!(schema instanceof z.ZodUnion)) return null;
  return schema.options.map(mappingIn).find((mapping) => mapping !== null) ?? null;
}

// The OpenAPI document, made from the same zod schemas that the routes are typed and checked by.
import fastifySwagger from '@fastify/swagger';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { App } from './app.ts';
import { apiSchemas } from './schemas.ts';

const options = { schemaRegistry: apiSchemas };
const transformObject = createJsonSchemaTransformObject(options);

/** Must be called before the routes are mounted; `app.swagger()` is the document once the app is ready. */
export function describeApi(app: App, version: string): void {
  app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Picket', version, description: 'What Picket knows of the deployments it watches.' },
    },
    transform: createJsonSchemaTransform(options),
    transformObject: (document) => withoutInputs(transformObject(document)),
  });
}

/** Named schemas are all of answers; the twins that describe them as something sent to us are left out. */
function withoutInputs(document: ReturnType<typeof transformObject>): ReturnType<typeof transformObject> {
  if (!('components' in document)) return document;
  const schemas = Object.entries(document.components?.schemas ?? {}).filter(([id]) => !id.endsWith('Input'));
  return Object.assign(document, {
    components: { ...document.components, schemas: Object.fromEntries(schemas) },
  });
}

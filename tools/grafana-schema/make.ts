// Writes what the dashboards' tests hold them against: JSON Schema of Grafana's own types, and ids that it looks up.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createGenerator } from 'ts-json-schema-generator';

const fixtures = join(import.meta.dirname, '..', '..', 'test', 'fixtures', 'grafana');
const write = (name: string, value: unknown) =>
  writeFileSync(join(fixtures, name), `${JSON.stringify(value, null, 2)}\n`);

const generator = createGenerator({
  path: join(import.meta.dirname, 'types.ts'),
  type: '*',
  skipTypeCheck: true,
  additionalProperties: false,
  topRef: false,
});
write('dashboard.schema.json', generator.createSchema('*'));

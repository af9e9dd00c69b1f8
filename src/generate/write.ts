// `npm run generate`: writes what is derived from the source into the repository.
import { join } from 'node:path';
import { pages, writePages } from './pages.ts';

writePages(join(import.meta.dirname, '..', '..'));
process.stdout.write(`${pages.map(({ path }) => path).join('\n')}\n`);

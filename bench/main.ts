// `npm run bench` runs all that follows in turn, `npm run bench -- NAME` one; exits 1 when a number is missed.
import { parseArgs } from 'node:util';

const benches: Readonly<Record<string, () => Promise<unknown>>> = {
  cpu: () => import('./cpu-per-check.ts'),
  scrape: () => import('./scrape.ts'),
};

const { positionals } = parseArgs({ allowPositionals: true, options: { against: { type: 'string' } } });
const [asked] = positionals;
const names = asked === undefined ? Object.keys(benches) : [asked];
for (const name of names) {
  const bench = benches[name];
  if (bench === undefined) throw new Error(`no bench is called ${name}: ${Object.keys(benches).join(', ')}`);
  process.stdout.write(`\n${name}\n`);
  await bench();
}

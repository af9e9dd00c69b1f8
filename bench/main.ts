// `npm run bench` runs all that follows in turn, `npm run bench -- NAME` one; exits 1 when a number is missed.
import { parseArgs } from 'node:util';
import { isMet, keep, type Report, sectionOf } from './report.ts';

const benches: Readonly<Record<string, () => Promise<{ bench: () => Promise<Report> }>>> = {
  cpu: () => import('./cpu-per-check.ts'),
  blackbox: () => import('./blackbox.ts'),
  pace: () => import('./pace.ts'),
  'pace-tls': () => import('./pace-tls.ts'),
  scale: () => import('./scale.ts'),
  scrape: () => import('./scrape.ts'),
  fidelity: () => import('./fidelity.ts'),
  start: () => import('./start.ts'),
  isolation: () => import('./isolation.ts'),
  names: () => import('./names.ts'),
  growth: () => import('./growth.ts'),
  page: () => import('./page.ts'),
  profile: () => import('./profile.ts'),
};

/** A bench that throws has measured nothing; the others go on. */
async function reportOf(
  name: string,
  load: () => Promise<{ bench: () => Promise<Report> }>,
): Promise<Report> {
  try {
    return await (await load()).bench();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    const aims = [{ what: 'that it can be measured', most: 0, measured: Number.NaN }];
    return { title: 'not measured', text: `${name} ended with an error: ${error}`, aims };
  }
}

// What was started is ended as this process exits.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { against: { type: 'string' } },
});
const names = positionals.length === 0 ? Object.keys(benches) : positionals;
for (const name of names) {
  const load = benches[name];
  if (load === undefined) throw new Error(`no bench is called ${name}: ${Object.keys(benches).join(', ')}`);
  process.stdout.write(`\n${name}\n`);
  const report = await reportOf(name, load);
  const section = sectionOf(name, report);
  process.stdout.write(`\n${section}`);
  // Against another checkout it is a comparison of ours, not a result.
  if (values.against === undefined) keep(name, section);
  if (!report.aims.every(isMet)) process.exitCode = 1;
}
process.exit();

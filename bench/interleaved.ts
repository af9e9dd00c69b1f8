// Every case once, many times over, so that a slow minute of the machine touches all of them.
import type { Measured } from './job.ts';
import type { Row } from './table.ts';

type Case = Pick<Row, 'mode' | 'connections' | 'subject'>;

/** A row a case, in their order; says each number as it comes. */
export async function interleaved<Each extends Case>(
  repeats: number,
  cases: readonly Each[],
  measure: (each: Each) => Promise<Measured>,
): Promise<Row[]> {
  const taken = cases.map((): Measured[] => []);
  for (let repeat = 1; repeat <= repeats; repeat += 1) {
    for (const [at, each] of cases.entries()) {
      const measured = await measure(each);
      taken[at]?.push(measured);
      const { mode, connections, subject } = each;
      const cpuMs = (measured.cpuMs / measured.checks).toFixed(3);
      process.stdout.write(`${repeat}/${repeats} ${mode}, ${connections}, ${subject}: ${cpuMs} ms a check\n`);
    }
  }
  return cases.map(({ mode, connections, subject }, at) => ({
    mode,
    connections,
    subject,
    cpuMs: (taken[at] ?? []).map(({ cpuMs, checks }) => cpuMs / checks),
    rate: (taken[at] ?? []).map(({ wallMs, checks }) => (1000 * checks) / wallMs),
  }));
}

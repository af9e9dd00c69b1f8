// What a scraped page says: the samples of a family, and a quantile of what a histogram took in meanwhile.

/** Value by the text of its labels, without braces; empty where there is no such family. */
export function samplesOf(page: Buffer, family: string): ReadonlyMap<string, number> {
  const samples = new Map<string, number>();
  // Samples of a family follow each other; a page may be too long to be a string.
  for (let at = page.indexOf(`\n${family}`); at !== -1; ) {
    const end = page.indexOf('\n', at + 1);
    const line = page.toString('latin1', at + 1, end === -1 ? page.length : end);
    if (!line.startsWith(family)) break;
    const [, name, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name === family) samples.set(labels, Number(value));
    at = end;
  }
  return samples;
}

export function sumOf(page: Buffer, family: string): number {
  return [...samplesOf(page, family).values()].reduce((sum, value) => sum + value, 0);
}

/** Runs that failed or were skipped since the start of the agent. */
export function lostIn(page: Buffer): number {
  return sumOf(page, 'picket_check_failures_total') + sumOf(page, 'picket_scheduler_runs_skipped_total');
}

/** Buckets of a histogram without labels, cumulative, by upper bound. */
export type Buckets = ReadonlyMap<number, number>;

export function bucketsOf(page: Buffer, histogram: string): Buckets {
  const bounds = [...samplesOf(page, `${histogram}_bucket`)].map(([labels, count]): [number, number] => {
    const bound = /le="([^"]+)"/.exec(labels)?.[1];
    return [bound === '+Inf' ? Number.POSITIVE_INFINITY : Number(bound), count];
  });
  return new Map(bounds.sort(([a], [b]) => a - b));
}

/** Of what came between two scrapes, by straight lines within buckets, as histogram_quantile of Prometheus has it. */
export function histogramQuantile(share: number, before: Buckets, after: Buckets): number {
  const counts = [...after].map(([bound, count]) => [bound, count - (before.get(bound) ?? 0)] as const);
  const rank = share * (counts.at(-1)?.[1] ?? 0);
  let [lowest, below] = [0, 0];
  for (const [bound, count] of counts) {
    if (count >= rank && count > below) {
      return Number.isFinite(bound) ? lowest + ((bound - lowest) * (rank - below)) / (count - below) : lowest;
    }
    [lowest, below] = [bound, count];
  }
  return Number.NaN;
}

// Measured numbers to the table people read; pure.

export interface Row {
  readonly mode: string;
  readonly connections: string;
  readonly subject: string;
  /** ms of CPU a check, one number a repeat. */
  readonly cpuMs: readonly number[];
  /** Checks a second of wall time, one number a repeat. */
  readonly rate: readonly number[];
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/**
 * The ratio is the median of the ratios within each repeat, in which subject and yardstick ran one after the
 * other: what else the machine did then weighs on both.
 */
export function ratioToYardstick(row: Row, rows: readonly Row[], yardstick: string): number {
  return median(ratios(row, rows, yardstick));
}

/** `yardstick` names the subject that others of its mode and connections are divided by. */
export function markdownTable(rows: readonly Row[], yardstick: string): string {
  const head = [
    '| mode | connections | subject | CPU ms a check, median (least to most) | checks a second | times the yardstick |',
    '|---|---|---|---|---|---|',
  ];
  const lines = rows.map((row) => {
    const { mode, connections, subject, cpuMs } = row;
    const ratio = spread(ratios(row, rows, yardstick), 2);
    const rate = median(row.rate).toFixed(0);
    return `| ${mode} | ${connections} | ${subject} | ${spread(cpuMs, 3)} | ${rate} | ${ratio} |`;
  });
  return [...head, ...lines].join('\n');
}

/** One a repeat. A yardstick that knows one kind of connections only is the yardstick of both. */
function ratios(row: Row, rows: readonly Row[], yardstick: string): number[] {
  const measures = rows.filter(({ subject, mode }) => subject === yardstick && mode === row.mode);
  const measure = measures.find(({ connections }) => connections === row.connections) ?? measures[0];
  return row.cpuMs.map((ms, repeat) => ms / (measure?.cpuMs[repeat] ?? Number.NaN));
}

/** `1.2 (0.9 to 1.4)`: the median, least and most. */
export function spread(values: readonly number[], digits: number): string {
  const [middle, least, most] = [median(values), Math.min(...values), Math.max(...values)];
  return `${middle.toFixed(digits)} (${least.toFixed(digits)} to ${most.toFixed(digits)})`;
}

/** A table of Markdown. */
export function grid(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(heads), `|${'---|'.repeat(heads.length)}`, ...rows.map(line)].join('\n');
}

// Plain text for terminals: aligned columns, and strings that cannot move the cursor.

/** Rows as lines of left-aligned columns, two blanks apart. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length);
  }
  return rows.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** What a target says, without control characters (a terminal would obey them), cut at `max`. */
export function printable(text: string, max: number): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the point
  const plain = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, '·');
  return plain.length > max ? `${plain.slice(0, max)}…` : plain;
}

// What an error of node:sqlite or of the file system means, and what the operator can do about it.

export const sqliteBusy = 5;
const sqliteCorrupt = 11;
const sqliteNotADatabase = 26;

/** Primary result codes (sqlite.org/rescode.html) and system codes, each with its remedy. */
const remedies: Readonly<Record<string, string>> = {
  5: 'end the program that is writing to it',
  8: 'make the file writable for this user',
  13: 'free space on its disk',
  14: 'make its folder writable for this user, or set another store.path',
  EACCES: 'make its folder writable for this user, or set another store.path',
  EROFS: 'set store.path to a folder on a writable disk',
  ENOSPC: 'free space on its disk',
};
const otherwise = 'check the file and its folder, or set another store.path';

/** The primary result code, without the extension in the upper bytes; null for other errors. */
export function primaryCode(error: unknown): number | null {
  const code = field(error, 'errcode');
  return typeof code === 'number' ? code & 0xff : null;
}

export function isCorrupt(error: unknown): boolean {
  const code = primaryCode(error);
  return code === sqliteCorrupt || code === sqliteNotADatabase;
}

/** One line for the operator: the file, what happened, the remedy. */
export function explain(path: string, error: unknown): string {
  const remedy = remedies[String(primaryCode(error) ?? field(error, 'code'))] ?? otherwise;
  const message = error instanceof Error ? error.message : String(error);
  return `cannot open ${path}: ${message}; ${remedy}`;
}

function field(error: unknown, name: string): unknown {
  return error instanceof Error ? (error as Error & Record<string, unknown>)[name] : undefined;
}

// What tells whether a file is another than before, without reading it.
import { statSync } from 'node:fs';

/** Changes with the file's content or with the file a link leads to. */
export function stampOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? 'none' : `${stats.ino} ${stats.size} ${stats.mtimeMs}`;
}

// What tells whether a file is another than before: cheaply by its stamp, without reading it, surely by its digest.
import { createHash, hash } from 'node:crypto';
import { createReadStream, type Stats, statSync } from 'node:fs';

/** Of the configuration itself. */
export const maxConfigBytes = 64 * 1_048_576;

/** null where there is none, or none that may be looked at; links are followed. */
export function statsOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

/** Changes with the file's content or with the file a link leads to. */
export function stampOf(path: string): string {
  return stampIn(statsOf(path));
}

export function stampIn(stats: Stats | null): string {
  return stats === null ? 'none' : `${stats.ino} ${stats.size} ${stats.mtimeMs}`;
}

/** What `digestOfFile` gives of a file that holds this text. */
export function digestOfText(text: string): string {
  return hash('sha256', text, 'base64url');
}

/** Without a byte order mark; null where the file cannot be read. */
export async function digestOfFile(path: string): Promise<string | null> {
  const digest = createHash('sha256');
  let isFirst = true;
  try {
    for await (const chunk of createReadStream(path, { end: maxConfigBytes })) {
      digest.update(isFirst && byteOrderMark.equals(chunk.subarray(0, 3)) ? chunk.subarray(3) : chunk);
      isFirst = false;
    }
    return digest.digest('base64url');
  } catch {
    return null;
  }
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

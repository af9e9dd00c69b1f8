// What a command writes in this process, kept from the terminal until mocks are restored.
import { vi } from 'vitest';

export interface Captured {
  /** All that went to stdout. */
  readonly out: () => string;
  /** All that went to stderr. */
  readonly told: () => string;
}

export function capture(): Captured {
  const kept = (stream: NodeJS.WriteStream) => {
    const written: string[] = [];
    vi.spyOn(stream, 'write').mockImplementation((text) => written.push(String(text)) > 0);
    return () => written.join('');
  };
  return { out: kept(process.stdout), told: kept(process.stderr) };
}

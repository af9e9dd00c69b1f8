// A GET, its whole answer taken as it came.
import { get } from 'node:http';

const deadlineMs = 60_000;

export function bytesOf(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(deadlineMs);
    const request = get(url, { headers: { ...headers }, signal }, async (answer) => {
      const chunks: Buffer[] = [];
      try {
        for await (const chunk of answer) chunks.push(chunk);
      } catch (error) {
        reject(error);
      }
      if (answer.statusCode === 200) resolve(Buffer.concat(chunks));
      else reject(new Error(`${url}: ${answer.statusCode}`));
    });
    request.once('error', reject);
  });
}

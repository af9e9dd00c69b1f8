// A port for who has to know it before it is listened on, or comes back to it.
import { createServer } from 'node:net';

/** Below those that Linux gives to whoever connects (from 32768): what was let go is still free a while later. */
const [firstPort, lastPort] = [20_000, 32_000];

/** One that nobody listens on at this moment, and that nobody is given who asks for any. */
export async function freePort(): Promise<number> {
  const port = firstPort + Math.floor(Math.random() * (lastPort - firstPort));
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
  });
  if (!isFree) return freePort();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

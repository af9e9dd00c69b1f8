// Addresses as options: what is asked, what stands between, and what is listened on.
import { z } from 'zod';
import { text } from './fields.ts';

const maxUrl = 2_048;

/** A base_url as the rest of the house uses it. */
interface Base {
  /** `https://host[:port]` */
  readonly origin: string;
  /** Without a trailing slash; empty for the root. */
  readonly path: string;
}

/** null for what is no base_url: other schemes, blanks, a user, a query, a fragment. */
function parseBaseUrl(written: string): Base | null {
  if (written.length > maxUrl || !/^https?:\/\/[^/\\]/i.test(written)) return null;
  if (/[\s?#\\]/.test(written) || !URL.canParse(written)) return null;
  const url = new URL(written);
  if (url.username !== '' || url.password !== '') return null;
  return { origin: url.origin, path: url.pathname.replace(/\/+$/, '') };
}

const baseUrlError = 'an http or https URL without user, query or fragment';
/** A Base, and the text as it was written. */
export const baseUrl = z.string({ error: baseUrlError }).transform((written, context) => {
  const base = parseBaseUrl(written);
  if (base !== null) return { written, ...base };
  context.addIssue({ code: 'custom', message: baseUrlError });
  return z.NEVER;
});

const proxyError = 'an http or https URL of a proxy, without path, query or fragment';
export const proxyUrl = z.string({ error: proxyError }).refine(isProxyUrl, { error: proxyError });

function isProxyUrl(written: string): boolean {
  if (written.length > maxUrl || !/^https?:\/\/[^/\\\s?#]+\/?$/i.test(written)) return false;
  return URL.canParse(written);
}

const hostAndPort =
  /^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9][A-Za-z0-9.-]*):(\d{1,4}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5])$/;

/** `host:port` or `[::1]:port`; port 0 lets the system choose. Also what `--listen` takes. */
export const listenAddress = text('host:port, such as 127.0.0.1:7425 or [::1]:7425', hostAndPort);

const canaryError = 'host:port, such as one.one.one.one:443 or [2606:4700:4700::1111]:443';
/** What is connected to; a URL must be able to hold it. */
export const canaryAddress = text(canaryError, hostAndPort).refine(isConnectable, { error: canaryError });

function isConnectable(address: string): boolean {
  return !/:0+$/.test(address) && URL.canParse(`http://${address}`);
}

/** RFC 6066 section 3: a name, never an address. */
export const serverName = text(
  'a host name',
  /^(?=.{1,253}$)(?!.*\.\d+$|\d+$)([A-Za-z0-9_]([A-Za-z0-9_-]{0,61}[A-Za-z0-9])?)(\.[A-Za-z0-9_]([A-Za-z0-9_-]{0,61}[A-Za-z0-9])?)*$/,
);

/** `/`, or `/prefix` without its trailing slash. */
export const basePath = text(
  'a path such as / or /picket',
  /^(\/|(\/(?!\.{1,2}(\/|$))[\w.~-]{1,100}){1,10}\/?)$/,
).transform((path) => (path === '/' ? path : path.replace(/\/$/, '')));

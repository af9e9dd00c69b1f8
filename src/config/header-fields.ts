// Which request headers may be configured: RFC 9110 names and values, without those the prober owns.

/** Hop-by-hop and framing fields (RFC 9110 section 7.6.1, RFC 9112 section 6), and what our counting rests on. */
const owned: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** RFC 9110 section 5.1: a token. */
export function isHeaderName(name: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/.test(name);
}

export function isOwnedHeader(name: string): boolean {
  return owned.has(name.toLowerCase());
}

/** RFC 9110 section 5.5: visible latin-1 characters, blanks and tabs; no other control character. */
export const headerValuePattern = /^[\t\x20-\x7e\x80-\xff]{0,8192}$/;

// How a deployment is reached: origin, headers, TLS material read and checked, proxy.
import { X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import type { Connection, TlsOptions } from '../model/deployment.ts';
import { type Secret, secret } from '../model/secret.ts';
import type { Outside } from './interpolate.ts';
import type { Draft, Path } from './issues.ts';
import { combined, type Layer, nearest, placeOf, settled } from './layers.ts';

export type TlsReader = (layers: readonly Layer[], path: Path, problems: Draft[]) => TlsOptions | null;

const ipFamilies = { auto: 0, 4: 4, 6: 6 } as const;

export function resolveConnection(
  origin: string,
  layers: readonly Layer[],
  tls: TlsOptions | null,
  secretOf: (value: string) => Secret,
): Connection {
  const headers = Object.entries(combined(layers, 'headers'));
  const proxy = nearest(layers, 'proxy')?.value ?? null;
  return {
    origin,
    headers: Object.fromEntries(headers.map(([name, value]) => [name, secretOf(value)])),
    tls: origin.startsWith('https:') ? tls : null,
    proxy: proxy === null ? null : secretOf(proxy),
    ipFamily: ipFamilies[settled(layers, 'ip_family').value],
    keepAliveMs: settled(layers, 'keep_alive').value,
  };
}

/** Reads and checks the files of each combination once, and hands out one value for it. */
export function tlsReader(outside: Outside): TlsReader {
  const known = new Map<string, { readonly tls: TlsOptions; readonly problems: readonly Draft[] }>();
  return (layers, path, problems) => {
    const wanted = combined(layers, 'tls');
    if (Object.keys(wanted).length === 0) return null;
    const key = JSON.stringify([wanted.ca, wanted.cert, wanted.key, wanted.server_name]);
    const before = known.get(key);
    if (before !== undefined) {
      problems.push(...before.problems);
      return before.tls;
    }
    const found: Draft[] = [];
    const place = (name: string) => placeOf(layers, 'tls', name) ?? [...path, 'tls', name];
    const read = (name: 'ca' | 'cert' | 'key'): string | null => {
      const file = wanted[name] === undefined ? null : outside.file(wanted[name]);
      if (file === null || 'text' in file) return file?.text ?? null;
      found.push({ path: place(name), expected: 'a readable PEM file', observed: file.unreadable });
      return null;
    };
    const material = { ca: read('ca'), cert: read('cert'), key: read('key') };
    if (found.length === 0) found.push(...checkMaterial(material, place));
    const keySecret = material.key === null ? null : secret(material.key);
    const tls = { ...material, key: keySecret, serverName: wanted.server_name ?? null };
    known.set(key, { tls, problems: found });
    problems.push(...found);
    return tls;
  };
}

interface Material {
  readonly ca: string | null;
  readonly cert: string | null;
  readonly key: string | null;
}

function checkMaterial({ ca, cert, key }: Material, place: (name: string) => Path): Draft[] {
  const wrong: Draft[] = [];
  if (ca !== null && !holdsCertificates(ca)) {
    wrong.push({
      path: place('ca'),
      expected: 'PEM certificates',
      observed: 'a file that holds something else',
    });
  }
  if ((cert === null) !== (key === null)) {
    const missing = cert === null ? 'cert' : 'key';
    wrong.push({ path: place(missing), expected: 'cert and key together', observed: `no ${missing}` });
  }
  if (cert === null || key === null) return wrong;
  if (!holdsCertificates(cert)) {
    wrong.push({
      path: place('cert'),
      expected: 'a PEM certificate',
      observed: 'a file that holds something else',
    });
    return wrong;
  }
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    const observed = error instanceof Error && 'code' in error ? String(error.code) : 'something else';
    wrong.push({ path: place('key'), expected: "the certificate's own PEM key, not encrypted", observed });
  }
  return wrong;
}

// createSecureContext takes a CA file in which there is no certificate for an empty one.
function holdsCertificates(pem: string): boolean {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? [];
  return blocks.length > 0 && blocks.every(isCertificate);
}

function isCertificate(pem: string): boolean {
  try {
    new X509Certificate(pem);
    return true;
  } catch {
    return false;
  }
}

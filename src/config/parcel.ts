// A Config on its way between processes: texts, and of those only what the other side does not have yet.
import { hash } from 'node:crypto';
import type { Connection, Deployment, TlsOptions } from '../model/deployment.ts';
import { type Secret, secret } from '../model/secret.ts';
import { createTurns } from '../turns.ts';
import type { Config } from './config.ts';
import { type SecretKeeper, secretKeeper } from './references.ts';

/** What deployments may have in common: sent, and kept, once for all of them. */
type CommonPart = 'components' | 'rules' | 'expect' | 'statusWords';

/** Parts of a Config by the digest of their text: deployments, and what they have in common. */
export type Parts = ReadonlyMap<string, unknown>;

/** The texts hold secrets in the clear: they pass between us and our own reader alone, and are never shown. */
export interface Parcel {
  readonly rest: Omit<Config, 'deployments' | 'secrets'> & { readonly secrets: readonly string[] };
  /** Digests; deployments in the order of the file. */
  readonly deployments: readonly string[];
  readonly common: readonly string[];
  /** JSON by digest, of what is not there already. */
  readonly texts: ReadonlyMap<string, string>;
}

type PackedTls = Omit<TlsOptions, 'key'> & { readonly key: string | null };

/** Digests in place of what may be common, texts in place of secrets. */
interface Packed extends Omit<Deployment, 'connection' | 'secrets' | CommonPart> {
  readonly connection: Omit<Connection, 'headers' | 'proxy' | 'tls'> & {
    readonly headers: Readonly<Record<string, string>>;
    readonly proxy: string | null;
    readonly tls: string;
  };
  readonly secrets: readonly string[];
  readonly common: Readonly<Record<CommonPart, string>>;
}

/** `there` are the digests of the parts that the other side has. */
export function pack({ deployments, secrets, ...rest }: Config, there: ReadonlySet<string>): Parcel {
  const texts = new Map<string, string>();
  const send = (text: string): string => {
    const digest = hash('sha256', text, 'base64url');
    if (!there.has(digest)) texts.set(digest, text);
    return digest;
  };
  const shared = new Map<unknown, string>();
  const share = (part: unknown, write: () => unknown = () => part): string => {
    const digest = shared.get(part) ?? send(JSON.stringify(write()));
    shared.set(part, digest);
    return digest;
  };
  const order = deployments.map((deployment) => {
    const { connection, secrets: own, components, rules, expect, statusWords, ...plain } = deployment;
    const { headers, proxy, tls } = connection;
    const packed: Packed = {
      ...plain,
      connection: {
        ...connection,
        headers: mapped(headers, reveal),
        proxy: proxy && reveal(proxy),
        tls: share(tls, () => tls && { ...tls, key: tls.key && reveal(tls.key) }),
      },
      secrets: own.map(reveal),
      common: mapped({ components, rules, expect, statusWords }, (part) => share(part)),
    };
    return send(JSON.stringify(packed));
  });
  const sent = { ...rest, secrets: secrets.map(reveal) };
  return { rest: sent, deployments: order, common: [...new Set(shared.values())], texts };
}

/**
 * In parts, with a turn for everybody else between them. What is `there` is taken as it is: a deployment that did not
 * change is the same object. Also resolves to the parts, for the next time.
 */
export async function unpack(
  { rest, ...parcel }: Parcel,
  there: Parts,
): Promise<{ readonly config: Config; readonly parts: Parts }> {
  const parts = new Map<string, unknown>();
  const take = (digest: string, unpacked: (value: unknown) => unknown): void => {
    const text = parcel.texts.get(digest);
    parts.set(digest, text === undefined ? there.get(digest) : unpacked(JSON.parse(text)));
  };
  for (const digest of parcel.common) take(digest, (value) => value);
  const secretOf = secretKeeper();
  const turn = createTurns();
  for (const digest of parcel.deployments) {
    await turn();
    take(digest, (value) => unpackedDeployment(value as Packed, parts, secretOf));
  }
  const deployments = parcel.deployments.map((digest) => parts.get(digest) as Deployment);
  return { config: { ...rest, secrets: rest.secrets.map(secret), deployments }, parts };
}

function unpackedDeployment({ common, ...packed }: Packed, parts: Parts, secretOf: SecretKeeper): Deployment {
  const { connection } = packed;
  const tls = parts.get(connection.tls) as PackedTls | null;
  return {
    ...packed,
    ...(mapped(common, (digest) => parts.get(digest)) as Pick<Deployment, CommonPart>),
    connection: {
      ...connection,
      headers: mapped(connection.headers, secretOf),
      proxy: connection.proxy === null ? null : secretOf(connection.proxy),
      tls: tls && { ...tls, key: tls.key === null ? null : secretOf(tls.key) },
    },
    secrets: packed.secrets.map(secretOf),
  };
}

function reveal(hidden: Secret): string {
  return hidden.reveal();
}

function mapped<Key extends string, From, To>(
  record: Readonly<Record<Key, From>>,
  to: (value: From) => To,
): Record<Key, To> {
  const entries = Object.entries<From>(record).map(([key, value]) => [key, to(value)]);
  return Object.fromEntries(entries) as Record<Key, To>;
}

// Connections kept between rounds, at most one a deployment, each up to the age its configuration allows.
import type { Deployment } from '../model/deployment.ts';
import { closeLink, type Link } from './link.ts';

interface Kept {
  /** Takes the deployment's connection out; null where there is none that is young enough. */
  readonly take: (deployment: Deployment, nowMs: number) => Link | null;
  /** Keeps a connection, or closes it when it is too old, or the deployment's configuration changed meanwhile. */
  readonly put: (deployment: Deployment, link: Link, nowMs: number) => void;
  readonly forget: (deployment: string) => void;
  /** Closes all, and whatever is put from now on. */
  readonly close: () => void;
}

export function createKept(maxKept = 10_000): Kept {
  const links = new Map<string, { link: Link; connection: Deployment['connection'] }>();
  let closed = false;

  const forget = (id: string) => {
    const entry = links.get(id);
    links.delete(id);
    if (entry !== undefined) closeLink(entry.link);
  };

  return {
    forget,
    take({ id, connection }, nowMs) {
      const entry = links.get(id);
      if (entry === undefined) return null;
      // A changed configuration is another connection, even when nobody told us to forget.
      if (entry.connection !== connection || isOld(entry.link, connection, nowMs)) {
        forget(id);
        return null;
      }
      links.delete(id);
      return entry.link;
    },
    put({ id, connection }, link, nowMs) {
      const present = links.get(id);
      const isLate = present !== undefined && present.connection !== connection;
      if (closed || isLate || isOld(link, connection, nowMs)) {
        closeLink(link);
        return;
      }
      forget(id);
      const oldest = links.keys().next();
      if (links.size >= maxKept && !oldest.done) forget(oldest.value);
      links.set(id, { link, connection });
    },
    close() {
      closed = true;
      for (const id of [...links.keys()]) forget(id);
    },
  };
}

function isOld(link: Link, { keepAliveMs }: Deployment['connection'], nowMs: number): boolean {
  return nowMs - link.openedMs >= keepAliveMs;
}

// What a running agent looks at of itself: the files that its configuration names, and on request the configuration.
import type { Config } from '../config/config.ts';
import type { Loader } from '../config/loader.ts';

interface Watch {
  readonly loader: Pick<Loader, 'load' | 'loadAgain' | 'filesChanged' | 'look'>;
  /** How often the configuration is looked at; null for never. */
  readonly everyMs: number | null;
  readonly isReloading: () => boolean;
  /** Reloads; what it is handed is called once it is its turn. */
  readonly take: (load: () => Promise<Config>) => void;
  /** Told once each time the configuration goes missing. */
  readonly missing: () => void;
}

/** Files that the configuration names are looked at this often. */
const filesEveryMs = 10_000;

/**
 * Returns how to end it. It never reloads in the place of a reload that somebody asked for and that still waits: that
 * one reads everything too.
 */
export function watchFiles(watch: Watch): () => void {
  const { loader, everyMs, isReloading, take } = watch;
  const named = setInterval(() => {
    if (!isReloading() && loader.filesChanged()) take(loader.loadAgain);
  }, filesEveryMs);
  const itself = everyMs === null ? undefined : setInterval(looker(watch), everyMs);
  return () => {
    clearInterval(named);
    clearInterval(itself);
  };
}

function looker({ loader, isReloading, take, missing }: Watch): () => Promise<void> {
  let isLooking = false;
  let isMissing = false;
  return async () => {
    if (isLooking || isReloading()) return;
    isLooking = true;
    const sight = await loader.look(Date.now());
    isLooking = false;
    if (sight === 'missing' && !isMissing) missing();
    isMissing = sight === 'missing';
    if (sight === 'other' && !isReloading()) take(loader.load);
  };
}

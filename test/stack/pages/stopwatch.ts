// When something was told and when it showed, by nobody's clock here: a test process that stands still delays neither.
import type { Browser, JSHandle, Page } from 'playwright-core';
import { openStream } from '../../fixtures/stream.ts';

/** For what is not measured. */
const patienceMs = 20_000;

/** Waits in the page itself until `selector` is there; by its own clock, epoch ms. */
export async function whenShown(page: Page, selector: string): Promise<() => Promise<number>> {
  const handle: JSHandle<{ readonly shown: Promise<number> }> = await page.evaluateHandle((wanted) => {
    const shown = new Promise<number>((resolve) => {
      const look = () => {
        if (document.querySelector(wanted) === null) return;
        observer.disconnect();
        resolve(Date.now());
      };
      const observer = new MutationObserver(look);
      observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
      look();
    });
    return { shown };
  }, selector);
  return () =>
    handle.evaluate(
      ({ shown }, [what, withinMs]) =>
        Promise.race([
          shown,
          new Promise<never>((_, reject) => {
            setTimeout(() => reject(new Error(`${what} did not show`)), withinMs);
          }),
        ]),
      [selector, patienceMs] as const,
    );
}

/** Instant at which the agent told programs that a deployment's state became `to`, by its own clock; epoch ms. */
export async function whenTold(url: string, id: string, to: string): Promise<() => Promise<number>> {
  const { next, close } = await openStream(`${url}/api/v2/events`);
  return async () => {
    for (let told = await next(); told !== null; told = await next()) {
      const { kind, deployment, to: became } = told.data as Readonly<Record<string, unknown>>;
      if (kind !== 'state_changed' || deployment !== id || became !== to) continue;
      close();
      // An id begins with the instant.
      return Number.parseInt(told.id ?? '', 10);
    }
    throw new Error('the stream of events ended');
  };
}

const tickMs = 20;
/** A timer that is so late was not merely waiting for its turn. */
const stillMs = 200;

/** Time between two instants (epoch ms) in which this machine ran. */
export type Stopwatch = (fromMs: number, toMs: number) => Promise<number>;

/**
 * A shared machine may stand still as a whole for a second or two, which nobody who promises seconds can help. A page
 * of nobody's, in a process of its own, tells when: what the tests or a page do to themselves is no such time. Ends with
 * the browser.
 */
export async function startStopwatch(browser: Browser): Promise<Stopwatch> {
  const page = await browser.newPage();
  const stills = await page.evaluateHandle(
    ([everyMs, longMs]) => {
      const seen: { readonly fromMs: number; readonly toMs: number }[] = [];
      let fromMs = Date.now();
      setInterval(() => {
        const toMs = Date.now();
        if (toMs - fromMs > longMs) seen.push({ fromMs, toMs });
        fromMs = toMs;
      }, everyMs);
      return seen;
    },
    [tickMs, stillMs] as const,
  );
  return async (fromMs, toMs) => {
    // The last may be seen only with the next tick.
    await page.waitForTimeout(2 * tickMs);
    const stoodMs = (await stills.jsonValue()).map((still) =>
      Math.max(0, Math.min(toMs, still.toMs) - Math.max(fromMs, still.fromMs)),
    );
    return toMs - fromMs - stoodMs.reduce((sum, ms) => sum + ms, 0);
  };
}

// What each file of tests of the pages stands on: a demo and a browser of its own, and visits that end without trouble.
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { isMissing } from '../tools.ts';
import { startBrowser, type Trouble, type Visit, visit } from './browser.ts';
import { type Demo, startDemo } from './demo.ts';

export interface Stage {
  /** Without a browser nothing is started, and the tests are to be skipped. */
  readonly isAbsent: boolean;
  readonly demo: () => Demo;
  readonly browser: () => Browser;
  /** A page of the agent. The visit is closed after the test, which fails where there was trouble. */
  readonly open: (path: string, options?: Opening) => Promise<Visit>;
}

export interface Opening extends BrowserContextOptions {
  /** Trouble that belongs to what is tested. */
  readonly forgives?: (trouble: Trouble) => boolean;
}

export function setStage(): Stage {
  const isAbsent = isMissing('chromium');
  let demo: Demo | undefined;
  let browser: Browser | undefined;
  const open: { readonly visit: Visit; readonly forgives: (trouble: Trouble) => boolean }[] = [];
  beforeAll(async () => {
    if (isAbsent) return;
    demo = await startDemo();
    browser = await startBrowser();
  });
  afterEach(async () => {
    const visits = open.splice(0);
    const troubles = visits.flatMap(({ visit: one, forgives }) =>
      one
        .troubles()
        .filter((trouble) => !forgives(trouble))
        .map(({ kind, text }) => `${kind}: ${text}`),
    );
    await Promise.all(visits.map(({ visit: one }) => one.close()));
    expect([...new Set(troubles)]).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await demo?.stop();
  });
  return {
    isAbsent,
    demo: () => there(demo),
    browser: () => there(browser),
    open: async (path, { forgives = () => false, ...options } = {}) => {
      const one = await visit(there(browser), there(demo).url + path, options);
      open.push({ visit: one, forgives });
      return one;
    },
  };
}

function there<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new Error('asked for before it was started');
  return thing;
}

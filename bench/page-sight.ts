// What a browser makes of the fleet's page: how soon there is something to see, and how soon a filter has been followed.
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import type { TakenDown } from './static-server.ts';

const executablePath = '/usr/bin/chromium';
/** Root has no sandbox; and nothing that asks other hosts by itself. */
const launchArguments = [
  ...['--no-sandbox', '--disable-gpu', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];
const script = { path: fileURLToPath(new URL('in-page.js', import.meta.url)) };
const viewport = { width: 1280, height: 900 };
const filter = '#filter input[name="q"]';
const order = '#filter select[name="sort"]';
/** In a fourth of the names of a thousand. */
const typed = '7';

/** Of one visit with an empty cache, ms since the navigation began. */
export interface Arrival {
  readonly answeredMs: number;
  readonly firstPaintMs: number;
  readonly interactiveMs: number;
  readonly loadedMs: number;
  readonly longestTaskMs: number;
}

/** From the event to the frame that shows what follows from it, ms. */
export interface Handling {
  readonly filteredMs: number;
  readonly shownAgainMs: number;
  readonly orderedMs: number;
  /** Two frames in which nothing is done. */
  readonly framesMs: number;
}

export interface Sight {
  readonly version: string;
  readonly agent: readonly Arrival[];
  readonly bare: readonly Arrival[];
  readonly handled: readonly Handling[];
}

/** The agent's page and the same bytes from the bare server in turn, each visit with a profile of its own. */
export async function lookAt(urls: { agent: string; bare: string }, visits: number): Promise<Sight> {
  const browser = await chromium.launch({ executablePath, args: launchArguments });
  try {
    const [agent, bare, handled]: [Arrival[], Arrival[], Handling[]] = [[], [], []];
    // The first of a browser pays for its own start.
    await visited(browser, urls.bare, async () => undefined);
    for (let visit = 0; visit < visits; visit += 1) {
      await visited(browser, urls.bare, async (_, arrival) => bare.push(arrival));
      await visited(browser, urls.agent, async (page, arrival) => {
        agent.push(arrival);
        handled.push(await handle(page));
      });
    }
    return { version: `chromium ${browser.version()}`, agent, bare, handled };
  } finally {
    await browser.close();
  }
}

async function visited(
  browser: Browser,
  url: string,
  then: (page: Page, arrival: Arrival) => Promise<unknown>,
): Promise<void> {
  const context = await browser.newContext({ viewport });
  try {
    await context.addInitScript(script);
    const page = await context.newPage();
    await page.goto(`${url}/`);
    await then(page, await page.evaluate<Arrival>('inPage.loaded()'));
  } finally {
    await context.close();
  }
}

async function handle(page: Page): Promise<Handling> {
  const painted = async (event: string, act: () => Promise<unknown>) => {
    await page.evaluate(`inPage.awaitInput('${event}')`);
    await act();
    return page.evaluate<number>('inPage.inputPainted()');
  };
  const framesMs = await page.evaluate<number>('inPage.twoFrames()');
  await page.locator(filter).focus();
  return {
    filteredMs: await painted('keydown', () => page.keyboard.press(typed)),
    shownAgainMs: await painted('keydown', () => page.keyboard.press('Backspace')),
    orderedMs: await painted('input', () => page.locator(order).selectOption('name')),
    framesMs,
  };
}

/** The page and all that it loads, by path. */
export async function takeDown(url: string): Promise<TakenDown> {
  const taken: Record<string, TakenDown[string]> = {};
  const paths = ['/'];
  for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
    if (path in taken) continue;
    const answer = await fetch(url + path);
    const body = await answer.text();
    taken[path] = { contentType: answer.headers.get('content-type') ?? '', body };
    const named = /(?:href|src)="([^"]*\/assets\/[^"]+)"|(?:from|import) ?'(\.\/[^']+)'/g;
    for (const [, absolute, relative] of body.matchAll(named)) {
      paths.push(new URL(absolute ?? relative ?? '', url + path).pathname);
    }
  }
  return taken;
}

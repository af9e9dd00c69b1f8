// How the tests look at a page: rows, colours, how wide it is, and what the keyboard reaches.
import type { Browser, Locator, Page } from 'playwright-core';

/** What the fleet page has of one deployment. */
export function rowOf(page: Page, id: string): Locator {
  return page.locator(`#d-${id}`);
}

/** As the browser does when another tab is chosen; tells what the page is thereafter. */
export function see(page: Page, state: 'hidden' | 'visible') {
  return page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
    return {
      isLost: 'lost' in document.documentElement.dataset,
      banner: document.getElementById('lost')?.textContent,
    };
  }, state);
}

/** Tells whether the page was loaded anew since. */
export async function markWindow(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => Object.assign(window, { isMarked: true }));
  return () => page.evaluate(() => !('isMarked' in window));
}

/** Tells whether the page has said since that the agent is lost. */
export async function watchBanner(page: Page): Promise<() => Promise<boolean>> {
  const handle = await page.evaluateHandle(() => {
    const seen = { isLost: false };
    const look = () => {
      seen.isLost ||= document.querySelector('#lost:not(:empty)') !== null;
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true });
    look();
    return seen;
  });
  return () => handle.evaluate(({ isLost }) => isLost);
}

/** How much wider than the window its content is, px. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
}

/** Whether something has been drawn on it. */
export function isDrawn(canvas: Locator): Promise<boolean> {
  return canvas.evaluate((element) => {
    const { width, height } = element as HTMLCanvasElement;
    const pixels = (element as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data;
    return pixels?.some((value) => value !== 0) ?? false;
  });
}

/** How many pixels of a PNG are plainly green. */
export async function greenPixels(browser: Browser, png: Buffer): Promise<number> {
  const page = await browser.newPage();
  try {
    return await page.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
      context?.drawImage(image, 0, 0);
      const pixels = context?.getImageData(0, 0, image.width, image.height).data ?? [];
      let green = 0;
      for (let at = 0; at < pixels.length; at += 4) {
        const [red = 0, greenness = 0, blue = 0] = [pixels[at], pixels[at + 1], pixels[at + 2]];
        if (greenness > red + 30 && greenness > blue + 30) green += 1;
      }
      return green;
    }, png.toString('base64'));
  } finally {
    await page.close();
  }
}

/** One stop of the keyboard on its way through a page. */
interface Stop {
  /** What it is, and what it says. */
  readonly name: string;
  /** An outline or a shadow tells where the focus is. */
  readonly isSeen: boolean;
}

const maxStops = 500;

/** Where Tab leads, from the beginning of the page until it leaves it. */
export async function tabThrough(page: Page): Promise<readonly Stop[]> {
  const stops: Stop[] = [];
  for (let count = 0; count < maxStops; count += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return null;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
      const hasOutline = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
      const { width, height } = element.getBoundingClientRect();
      return { isSeen: (hasOutline || boxShadow !== 'none') && width > 0 && height > 0 };
    });
    if (stop === null) break;
    stops.push({ name: await page.locator('*:focus').evaluate(nameOf), ...stop });
  }
  return stops;
}

/** All that a mouse could use, or that scrolls, by the names of their stops. */
export async function usable(page: Page): Promise<readonly string[]> {
  const all = page.locator(
    ':is(a[href], button, input, select, textarea, summary, [tabindex="0"]):visible:not(:disabled, [tabindex="-1"], [type="hidden"])',
  );
  return Promise.all((await all.all()).map((one) => one.evaluate(nameOf)));
}

/** Runs in the page: whole in itself. */
function nameOf(element: Element): string {
  const { id, textContent } = element;
  const said = element.getAttribute('aria-label') ?? textContent ?? '';
  const to = element.getAttribute('href') ?? element.getAttribute('name') ?? '';
  return `${element.tagName.toLowerCase()}#${id} ${to} ${said.replace(/\s+/g, ' ').trim().slice(0, 60)}`;
}

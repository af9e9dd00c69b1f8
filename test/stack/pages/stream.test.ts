// What a page makes of what the stream says, and how it asks for it: with a stream in the place of the agent's.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { markWindow, see } from './eyes.ts';
import { setStage } from './stage.ts';

const stage = setStage();
/** What the agent answers may be so old. */
const answersMs = 500;
const silenceMs = 8_000;
/** Later everything is read because nothing is heard any more. */
const quietMs = 5_000;
const found = 'html:not([data-lost])';

/** In the place of the agent's stream: what it says, `tell` says; `opened` are those that were asked for. */
function pretendStream() {
  class Stream extends EventTarget {
    static readonly OPEN = 1;
    readonly readyState = 1;
    close() {}
  }
  let stream: Stream | undefined;
  const opened: string[] = [];
  const tell = (event: string, data: object, lastEventId = '') =>
    stream?.dispatchEvent(new MessageEvent(event, { data: JSON.stringify(data), lastEventId }));
  Object.assign(window, {
    tell,
    opened,
    EventSource: class extends Stream {
      constructor(url: string) {
        super();
        stream = this;
        opened.push(url);
      }
    },
  });
}

interface Pretended {
  readonly tell: (event: string, data: object, lastEventId?: string) => void;
  readonly opened: readonly string[];
}

async function open(path: string): Promise<Page> {
  const { page } = await stage.open(path);
  await page.addInitScript(pretendStream);
  await page.reload();
  await isListening(page);
  return page;
}

/** Before, what the stream says is said to nobody. */
function isListening(page: Page): Promise<void> {
  return expect.poll(() => opened(page)).toHaveLength(1);
}

/** Tells what the page is thereafter. */
function tell(page: Page, ...said: Parameters<Pretended['tell']>) {
  return page.evaluate((args) => {
    (window as unknown as Pretended).tell(...args);
    return { isLost: 'lost' in document.documentElement.dataset };
  }, said);
}

const opened = (page: Page) => page.evaluate(() => (window as unknown as Pretended).opened);
const wholeFleet = (page: Page) =>
  page.waitForResponse((response) => response.url() === `${stage.demo().url}/` && response.ok());

describe.skipIf(stage.isAbsent)('of what the stream says', () => {
  test('a change is read once it is in the answers, though another is about to be read', async () => {
    const page = await open('/');
    const toldMs = await page.evaluate(async (betweenMs) => {
      const { tell } = window as unknown as Pretended;
      tell('change', { deployment: 'media-eu' });
      await new Promise((resolve) => setTimeout(resolve, betweenMs));
      tell('change', { deployment: 'files-eu' });
      return Date.now();
    }, answersMs);
    const readMs = () =>
      page.evaluate(() => {
        const asked = performance
          .getEntriesByType('resource')
          .findLast(({ name }) => name.includes('id=files-eu'));
        return performance.timeOrigin + (asked?.startTime ?? 0);
      });
    await expect.poll(readMs).toBeGreaterThan(toldMs + answersMs);
  });

  test('that something was left out makes it doubtful until all was read, and all is read once more when it has settled', async () => {
    const page = await open('/');
    const assets = await page.locator('html').getAttribute('data-assets');
    const first = wholeFleet(page);
    expect(await tell(page, 'hello', { assets, complete: false })).toEqual({ isLost: true });
    await first;
    const second = page.waitForRequest(`${stage.demo().url}/`, { timeout: quietMs - 1_000 });
    await page.locator(found).waitFor();
    await second;
  });

  test('that the fleet is another has rows come and go, each to be found', async () => {
    const page = await open('/?label=environment:staging');
    await page.route(`${stage.demo().url}/`, async (route) => {
      const response = await route.fetch();
      const html = (await response.text())
        .replaceAll('media-eu', 'video-eu')
        .replaceAll('team:media', 'team:video')
        .replace(/(data-revision=")/, '$1another');
      await route.fulfill({ response, body: html });
    });
    await tell(page, 'fleet', {});
    const row = page.locator('#d-video-eu');
    await row.waitFor({ state: 'attached', timeout: quietMs - 1_000 });
    await expect.poll(() => page.locator('#d-media-eu').count()).toBe(0);
    expect(await row.isVisible()).toBe(false);
    expect(await page.locator('#shown').innerText()).toBe('1 of 5 deployments');
    expect(await page.locator('#filter select[name="label"]').inputValue()).toBe('environment:staging');
    await page.locator('#filter select[name="label"]').selectOption('team:video');
    await row.waitFor();
    expect(await page.locator('#shown').innerText()).toBe('1 of 5 deployments');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  test('that the pages are others has it loaded anew, but not again at once', async () => {
    const { page } = await stage.open('/incidents');
    await page.addInitScript(pretendStream);
    await page.goto(`${stage.demo().url}/incidents`);
    await isListening(page);
    const reloaded = page.waitForEvent('load');
    await tell(page, 'hello', { assets: 'others', complete: true });
    await reloaded;
    await isListening(page);
    const isLoadedAnew = await markWindow(page);
    await tell(page, 'hello', { assets: 'others', complete: true });
    await Promise.all([page.waitForResponse('**/incidents'), see(page, 'visible')]);
    expect(await isLoadedAnew()).toBe(false);
  });
});

describe.skipIf(stage.isAbsent)('the stream is opened anew', () => {
  test('behind the last that was told', async () => {
    const page = await open('/');
    const at = await page.locator('html').getAttribute('data-at');
    await tell(page, 'change', { deployment: 'files-eu' }, '1795284756123-4');
    await tell(page, 'beat', {});
    await see(page, 'hidden');
    await see(page, 'visible');
    const asked = async () => (await opened(page)).map((url) => url.split('=').at(-1));
    await expect.poll(asked).toEqual([`${at}-0`, '1795284756123-4']);
  });

  test('when somebody goes back to a page that the browser has kept', async () => {
    const page = await open('/');
    const show = (persisted: boolean) =>
      page.evaluate((value) => {
        dispatchEvent(new PageTransitionEvent('pageshow', { persisted: value }));
      }, persisted);
    await show(false);
    expect(await opened(page)).toHaveLength(1);
    await show(true);
    await expect.poll(() => opened(page)).toHaveLength(2);
  });

  test('when it says nothing, and everything is read in its place', async () => {
    const { page } = await stage.open('/');
    await page.clock.install();
    await page.addInitScript(pretendStream);
    await page.reload();
    await isListening(page);
    await page.clock.pauseAt(Date.now() + 1_000);
    const whole = wholeFleet(page);
    await tell(page, 'beat', {});
    // It is not lost by then.
    await page.clock.runFor(silenceMs - 1_000);
    await whole;
    expect((await opened(page)).length).toBeGreaterThan(1);
  });
});

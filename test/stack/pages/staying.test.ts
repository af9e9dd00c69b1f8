// Pages that are left open for long: nothing old passes for current, no change is missed, and who reads is left alone.
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { markWindow } from './eyes.ts';
import { setStage } from './stage.ts';
import { whenShown } from './stopwatch.ts';
import { untilStatus } from './told.ts';

const stage = setStage();
const outage = { type: 'component_word', component: 'Storage', word: 'major_outage' } as const;
const hourMs = 3_600_000;
/** What the agent answers may be so old. */
const answersMs = 500;
const lost = 'html[data-lost]';
const found = 'html:not([data-lost])';

/** As the browser does when another tab is chosen; tells what the page is thereafter. */
function see(page: Page, state: 'hidden' | 'visible') {
  return page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
    return {
      isLost: 'lost' in document.documentElement.dataset,
      banner: document.getElementById('lost')?.textContent,
    };
  }, state);
}

/** In the place of the agent's stream: what it says, `tell` says. */
function pretendStream() {
  class Stream extends EventTarget {
    static readonly OPEN = 1;
    readonly readyState = 1;
    close() {}
  }
  let stream: Stream | undefined;
  const tell = (event: string, data: object) =>
    stream?.dispatchEvent(new MessageEvent(event, { data: JSON.stringify(data) }));
  Object.assign(window, {
    tell,
    EventSource: class extends Stream {
      constructor() {
        super();
        stream = this;
      }
    },
  });
}

describe.skipIf(stage.isAbsent)('a page that is left open', () => {
  afterEach(async () => {
    stage.demo().simulator.setFaults('file-storage', []);
    await untilStatus(stage.demo().url, 'files-eu', 'operational');
  });

  test('reads a change once it is in the answers, though another is about to be read', async () => {
    const { page } = await stage.open('/');
    await page.addInitScript(pretendStream);
    await page.reload();
    const toldMs = await page.evaluate(async (betweenMs) => {
      const { tell } = window as unknown as { tell: (event: string, data: object) => void };
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

  test('is told that time has passed when its machine has slept', async () => {
    const { page } = await stage.open('/deployments/files-eu');
    await page.clock.install();
    await page.reload();
    await page.locator('canvas').first().waitFor();
    const wasLost = await whenShown(page, lost);
    await page.clock.setSystemTime(Date.now() + hourMs);
    await wasLost();
    await page.locator(found).waitFor();
  });

  test('has no stream while nobody sees it, and is doubted without a word when it is seen again', async () => {
    const { page } = await stage.open('/');
    await page.clock.install();
    const first = page.waitForResponse(/\/events\?/);
    await page.reload();
    await first;
    const closed = page.waitForEvent('requestfailed', (request) => request.url().includes('/events?'));
    await see(page, 'hidden');
    await closed;
    await page.clock.fastForward(hourMs);
    expect(await page.title()).not.toContain('Lost');
    const opened = page.waitForResponse(/\/events\?/);
    expect(await see(page, 'visible')).toEqual({ isLost: true, banner: '' });
    await Promise.all([opened, page.locator(found).waitFor()]);
  });

  test('asks instead where the agent refuses it a stream', async () => {
    const { url, simulator } = stage.demo();
    const { page } = await stage.open('/', { forgives: ({ text }) => text.includes('503') });
    await page.route(/\/events\?/, (route) => route.fulfill({ status: 503 }));
    await page.reload();
    const isLost = page.evaluate(
      (selector) =>
        new Promise<boolean>((resolve) => {
          const silenceMs = 10_000;
          setTimeout(() => resolve(document.querySelector(selector) !== null), silenceMs);
        }),
      lost,
    );
    simulator.setFaults('file-storage', [outage]);
    await untilStatus(url, 'files-eu', 'major_outage');
    await page.locator('#d-files-eu[data-state="major_outage"]').waitFor({ timeout: 10_000 });
    expect(await isLost).toBe(false);
  });

  test.each([
    ['a sign-in', 200, '<title>Sign in</title><form></form>'],
    ['nothing', 404, 'default backend - 404'],
    ['an error', 500, 'Internal Server Error'],
  ])('takes %s of a proxy for no answer', async (_what, status, body) => {
    const { page } = await stage.open('/incidents', { forgives: ({ text }) => text.includes(`${status}`) });
    const isLoadedAnew = await markWindow(page);
    const title = await page.title();
    await page.route('**/incidents', (route) => route.fulfill({ status, body, contentType: 'text/html' }));
    await see(page, 'visible');
    await page.locator(lost).waitFor();
    expect(await page.title()).toBe(`Lost: ${title}`);
    await page.unroute('**/incidents');
    await page.locator(found).waitFor();
    expect(await page.title()).toBe(title);
    expect(await isLoadedAnew()).toBe(false);
  });

  test.each([
    ['/', '#d-files-eu .bars', '#d-files-eu'],
    ['/deployments/files-eu', '#days .bars', '#checks'],
  ])('on %s leaves the focus of %s where it is, and tells nobody of it', async (path, selector, around) => {
    const { page } = await stage.open(path);
    const chosen = page.locator(selector).first();
    await chosen.focus();
    await page.keyboard.press('ArrowLeft');
    const focused = await chosen.elementHandle();
    const before = await page.locator(around).innerText();
    const moves = await page.evaluateHandle(() => {
      const seen: string[] = [];
      for (const type of ['focusin', 'focusout']) document.addEventListener(type, () => seen.push(type));
      return seen;
    });
    const now = async () => {
      await see(page, 'visible');
      return page.locator(around).innerText();
    };
    await expect.poll(now, { timeout: 20_000 }).not.toBe(before);
    expect(await page.evaluate((element) => document.activeElement === element, focused)).toBe(true);
    expect(await moves.jsonValue()).toEqual([]);
    expect(await chosen.getAttribute('aria-valuenow')).toBe('88');
  });

  test('looks again for what is not there, and shows it once it is', async () => {
    const { page } = await stage.open('/', { forgives: ({ text }) => text.includes('status of 404') });
    const { url } = stage.demo();
    await page.route('**/deployments/files-eu', async (route) => {
      await route.fulfill({ response: await route.fetch({ url: `${url}/deployments/none` }) });
    });
    await page.goto(`${url}/deployments/files-eu`);
    const heading = page.getByRole('heading', { level: 1 });
    expect(await heading.innerText()).toBe('Not found');
    await see(page, 'visible');
    expect(await page.locator(lost).count()).toBe(0);
    // One that is under way would be answered twice.
    await page.unrouteAll({ behavior: 'wait' });
    await see(page, 'visible');
    await expect.poll(() => heading.innerText()).toBe('Files EU');
  });
});

// Pages that are left open for long: nothing old passes for current, no change is missed, and who reads is left alone.
import { afterEach, describe, expect, test } from 'vitest';
import { markWindow, see } from './eyes.ts';
import { setStage } from './stage.ts';
import { whenShown } from './stopwatch.ts';
import { untilStatus } from './told.ts';

const stage = setStage();
const outage = { type: 'component_word', component: 'Storage', word: 'major_outage' } as const;
const hourMs = 3_600_000;
const lost = 'html[data-lost]';
const found = 'html:not([data-lost])';

describe.skipIf(stage.isAbsent)('a page that is left open', () => {
  afterEach(async () => {
    stage.demo().simulator.setFaults('file-storage', []);
    await untilStatus(stage.demo().url, 'files-eu', 'operational');
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

  test('leaves the focus on a link that moves down, and makes no other of it', async () => {
    const { page } = await stage.open('/incidents');
    const link = page.locator('#over .incidents a[href*="/incidents/"]').first();
    const href = (await link.getAttribute('href')) ?? '';
    await link.focus();
    await page.route('**/incidents', async (route) => {
      const response = await route.fetch();
      const html = await response.text();
      const [item = ''] = /<li>\n<span class="past">.*?<\/li>\n/s.exec(html) ?? [];
      const another = item.replace(href, `${href}new`);
      await route.fulfill({ response, body: html.replace(item, () => another + item) });
    });
    await see(page, 'visible');
    await page.locator(`a[href="${href}new"]`).waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe(href);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  test('leaves open what the reader has opened, and told what he has asked for', async () => {
    const { page } = await stage.open('/deployments/files-eu?window=90d');
    const list = page.locator('#timeline details');
    await list.locator('summary').click();
    await page.locator('#strip').focus();
    await page.keyboard.press('ArrowLeft');
    const told = await page.locator('.strip-told').innerText();
    expect(told).not.toBe('');
    await page.route('**/deployments/files-eu?*', async (route) => {
      const response = await route.fetch();
      const html = await response.text();
      await route.fulfill({ response, body: html.replace('>As a list<', '>As another list<') });
    });
    await see(page, 'visible');
    await page.getByText('As another list').waitFor();
    expect(await list.getAttribute('open')).not.toBeNull();
    expect(await page.locator('.strip-told').innerText()).toBe(told);
    expect(await page.locator('#strip [data-current]').count()).toBe(1);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
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

// What pages believe: no answer that is old, overtaken, or of somebody else; and what they say of it meanwhile.
import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { isOfLostAgent } from './browser.ts';
import { see } from './eyes.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const hourMs = 3_600_000;
const lost = 'html[data-lost]';
const found = 'html:not([data-lost])';
const isAbsence = ({ text }: { text: string }) => /status of 4\d\d/.test(text);

/** Holds requests up; tells of them one by one. */
async function hold(page: Page, pattern: string | RegExp): Promise<() => Promise<Route>> {
  const held: Route[] = [];
  await page.route(pattern, (route) => {
    held.push(route);
  });
  return async () => {
    await expect.poll(() => held.length, { timeout: 20_000 }).toBeGreaterThan(0);
    return held.shift() as Route;
  };
}

describe.skipIf(stage.isAbsent)('an answer', () => {
  test('that the machine slept over is not believed', async () => {
    const { page } = await stage.open('/incidents');
    await page.clock.install();
    await page.reload();
    const next = await hold(page, '**/incidents');
    await page.clock.setSystemTime(Date.now() + hourMs);
    await page.locator(lost).waitFor();
    const sleptOver = await next();
    await page.clock.setSystemTime(Date.now() + 2 * hourMs);
    await sleptOver.continue();
    const current = await next();
    expect(await page.locator(lost).count()).toBe(1);
    await current.continue();
    await page.unroute('**/incidents');
    await page.locator(found).waitFor();
  });

  test('of a part says nothing of another that was not had: the title tells it, too', async () => {
    const forgives = ({ text }: { text: string }) => text.includes('502');
    const { page } = await stage.open('/deployments/files-eu', { forgives });
    const title = await page.title();
    await page.locator('canvas').first().waitFor();
    await page.route('**/history?*', (route) => route.fulfill({ status: 502 }));
    const next = await hold(page, '**/deployments/files-eu');
    await see(page, 'visible');
    for (let asked = 0; asked < 3; asked += 1) await (await next()).continue();
    await next();
    expect(await page.title()).toBe(`Lost: ${title}`);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.locator(found).waitFor();
    expect(await page.title()).toBe(title);
  });

  test('that was overtaken is not drawn', async () => {
    const { page } = await stage.open('/deployments/files-eu');
    const next = await hold(page, '**/history?*');
    await page.reload();
    const mean = page.locator('[data-of="mean"]');
    const first = await next();
    await see(page, 'visible');
    await fulfill(await next(), 222.2);
    await expect.poll(() => mean.innerText()).toBe('222.2 ms');
    const answered = page.waitForEvent('requestfinished', (request) => request === first.request());
    await fulfill(first, 111.1);
    await answered;
    await see(page, 'visible');
    const last = await next();
    expect(await mean.innerText()).toBe('222.2 ms');
    await last.continue();
  });

  test('that the page cannot be asked like that any more is shown, and not taken for a lost agent', async () => {
    const { page } = await stage.open('/deployments/files-eu?check=files', { forgives: isAbsence });
    const without = `${stage.demo().url}/deployments/hostile?check=files`;
    await page.route('**/deployments/files-eu?check=files', async (route) => {
      await route.fulfill({ response: await route.fetch({ url: without }) });
    });
    await see(page, 'visible');
    await page.getByRole('heading', { name: 'Cannot be asked like that' }).waitFor();
    expect(await page.locator(lost).count()).toBe(0);
  });
});

/** With this latency in all that it tells. */
async function fulfill(route: Route, ms: number): Promise<void> {
  const response = await route.fetch();
  const told = (await response.json()) as { data: { latency_ms: object | null }[] };
  for (const item of told.data) if (item.latency_ms !== null) item.latency_ms = { mean: ms, max: ms };
  await route.fulfill({ response, json: told });
}

/** The fleet, with so many rows in the place of one. */
async function fulfillRows(route: Route, count: number): Promise<void> {
  const response = await route.fetch();
  const html = await response.text();
  const [begin, end] = ['files-eu', 'media-eu'].map((id) => html.indexOf(`<div role="row" id="d-${id}"`));
  const row = html.slice(begin, end);
  const rows = Array.from({ length: count }, (_, at) => row.replaceAll('files-eu', `files-${at}`));
  await route.fulfill({ response, body: html.replace(row, () => rows.join('')) });
}

describe.skipIf(stage.isAbsent)('a page', () => {
  test('of an agent that was another is loaded anew, its modules gone with that one', async () => {
    const { page } = await stage.open('/incidents');
    const { url } = stage.demo();
    const assets = () => page.locator('html').getAttribute('data-assets');
    const hash = (await assets()) ?? '';
    await page.route(
      '**/incidents',
      async (route) => {
        const response = await route.fetch();
        await route.fulfill({
          response,
          body: (await response.text()).replaceAll(hash, '0'.repeat(hash.length)),
        });
      },
      { times: 1 },
    );
    await page.goto(`${url}/incidents`);
    await expect.poll(assets, { timeout: 10_000 }).toBe(hash);
  });

  test.each(['/', '/incidents'])('that got no modules says so: %s is kept by nobody', async (path) => {
    const { page } = await stage.open(path, { forgives: isOfLostAgent });
    expect(await page.locator('#lost').isVisible()).toBe(false);
    await page.route('**/lost.js', (route) => route.abort('failed'));
    await page.reload();
    // Nobody is told so of a page whose modules are still on their way.
    expect(await page.locator('#lost').evaluate(({ clientHeight }) => clientHeight)).toBe(0);
    const told = page.locator('#lost');
    await expect.poll(() => told.evaluate(({ clientHeight }) => clientHeight)).toBeGreaterThan(10);
    const words = await told.evaluate((banner) => getComputedStyle(banner, '::before').content);
    expect(words).toContain('does not follow the agent');
  });

  test('asks for everything where more is in view than it may ask for alone', async () => {
    const { page } = await stage.open('/', { viewport: { width: 1280, height: 20_000 } });
    const count = 60;
    await page.route(`${stage.demo().url}/`, (route) => fulfillRows(route, count));
    await page.reload();
    expect(await page.locator('#rows > :visible').count()).toBeGreaterThan(count);
    const asked = await page.waitForRequest((request) => {
      const { searchParams } = new URL(request.url());
      return request.resourceType() === 'fetch' && [0, 50].includes(searchParams.getAll('id').length);
    });
    expect(new URL(asked.url()).pathname).toBe('/');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  test('of many rows is found again though nobody sees it, and the browser keeps its timers back', async () => {
    const { page } = await stage.open('/');
    await page.clock.install();
    await page.route(`${stage.demo().url}/`, (route) => fulfillRows(route, 250));
    await page.reload();
    await page.clock.pauseAt(Date.now() + 1_000);
    await page.clock.setSystemTime(Date.now() + hourMs);
    expect(await see(page, 'visible')).toMatchObject({ isLost: true });
    await see(page, 'hidden');
    await page.locator(found).waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  test('tells of a day where it stands, when rows come into another order', async () => {
    const { page } = await stage.open('/');
    const bars = page.locator('#d-files-eu .bars');
    await bars.hover();
    const topOf = async (selector: string) => (await page.locator(selector).boundingBox())?.y;
    const before = await topOf('#day-frame');
    await page.locator('#filter select[name="sort"]').evaluate((select: HTMLSelectElement) => {
      select.value = 'name';
      select.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await expect.poll(() => topOf('#d-files-eu .bars')).not.toBe(before);
    expect(await topOf('#day-frame')).toBe(await topOf('#d-files-eu .bars'));
  });
});

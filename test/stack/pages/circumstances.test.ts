// Pages as people have them: on a phone, without scripts, on paper, in another zone.
import { describe, expect, test } from 'vitest';
import { phone } from './browser.ts';
import { overflowOf, rowOf } from './eyes.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const paths = ['/', '/deployments/files-eu', '/deployments/hostile', '/incidents', '/incidents/inc_past1'];

describe.skipIf(stage.isAbsent)('a phone', () => {
  test.each(paths)('has all of %s in its width', async (path) => {
    const { page } = await stage.open(path, { viewport: phone, hasTouch: true, isMobile: true });
    expect(await overflowOf(page)).toBe(0);
    expect(await page.evaluate(() => window.innerWidth)).toBe(phone.width);
  });
});

describe.skipIf(stage.isAbsent)('without scripts', () => {
  const plain = { javaScriptEnabled: false };

  test('the fleet page has its sentence, each deployment and its past', async () => {
    const { page } = await stage.open('/', plain);
    expect(await page.locator('main').innerText()).toContain('All deployments (5) are operational.');
    for (const id of ['files-eu', 'media-eu', 'monitoring', 'compute', 'hostile']) {
      expect(await rowOf(page, id).innerText()).toContain('Operational');
    }
    expect(await rowOf(page, 'files-eu').textContent()).toMatch(/99\.\d+\s*%/);
  });

  test('the fleet is filtered by its form', async () => {
    const { page } = await stage.open('/', plain);
    await page.getByRole('searchbox').fill('media');
    await page.keyboard.press('Enter');
    await page.waitForURL(/[?&]q=media/);
    expect(await rowOf(page, 'media-eu').isVisible()).toBe(true);
    expect(await rowOf(page, 'files-eu').isVisible()).toBe(false);
  });

  test('a deployment has its checks, components, regions, drift and incidents', async () => {
    const { page } = await stage.open('/deployments/files-eu', plain);
    const text = await page.locator('main').innerText();
    for (const part of [
      'Virus Scanning',
      'first_byte',
      'Incidents',
      'Files EU: Storage reports major_outage',
    ]) {
      expect(text).toContain(part);
    }
  });

  test('an incident has its updates, and both answers', async () => {
    const { page } = await stage.open('/incidents', plain);
    await page.getByRole('link', { name: 'Files EU: Storage reports major_outage' }).click();
    const text = await page.locator('main').innerText();
    expect(text).toContain('operational again');
    expect(text).toContain('The failing answer');
    expect(text).toContain('The last good answer');
  });
});

describe.skipIf(stage.isAbsent)('in Tokyo', () => {
  test.each(paths)('%s has the times of there, and UTC in their titles', async (path) => {
    const { page } = await stage.open(path, { timezoneId: 'Asia/Tokyo' });
    const times = await page.locator('main time[datetime]:visible').evaluateAll((all) =>
      all.map((one) => ({
        at: one.getAttribute('datetime') ?? '',
        title: one.getAttribute('title'),
        text: one.textContent,
      })),
    );
    expect(times.length).toBeGreaterThan(0);
    for (const { at, title, text } of times) {
      expect(title).toBe(`${at.replace('T', ' ').replace('Z', '')} UTC`);
      const there = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Tokyo', timeStyle: 'short' });
      expect(text).toContain(there.format(new Date(at)));
    }
    expect(await page.locator('body').innerText()).toContain('Asia/Tokyo');
  });
});

describe.skipIf(stage.isAbsent)('on paper', () => {
  test.each(paths)('%s has what it has on a screen, in black', async (path) => {
    const { page } = await stage.open(path, { colorScheme: 'dark' });
    const tables = () => page.locator('main table:visible').count();
    const before = await tables();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await tables()).toBe(before);
    const [ink, paper] = await page.evaluate(() => {
      const { color, backgroundColor } = getComputedStyle(document.body);
      return [color, backgroundColor].map((one) =>
        Math.max(...(one.match(/\d+/g) ?? []).slice(0, 3).map(Number)),
      );
    });
    expect(ink).toBeLessThan(80);
    expect(paper).toBeGreaterThan(240);
    expect((await page.pdf({ format: 'A4' })).length).toBeGreaterThan(5_000);
  });
});

describe.skipIf(stage.isAbsent)('over a slow line', () => {
  test('all scripts and styles together are less than 60 kB', async () => {
    const sizes = new Map<string, number>();
    for (const path of paths) {
      const { page } = await stage.open(path);
      const loaded = await page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .filter((entry) => entry instanceof PerformanceResourceTiming)
          .map(({ name, encodedBodySize }) => [name, encodedBodySize] as const),
      );
      for (const [name, bytes] of loaded) if (/\.(js|css)$/.test(name)) sizes.set(name, bytes);
    }
    expect(sizes.size).toBeGreaterThan(3);
    expect([...sizes.values()].every((bytes) => bytes > 0)).toBe(true);
    expect([...sizes.values()].reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(60_000);
  });
});

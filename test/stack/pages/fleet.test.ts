// The fleet page at work: what is looked for is found as it is typed, the worst comes first, and each day can be asked.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs } from '../../store/examples.ts';
import { markWindow } from './eyes.ts';
import { setStage } from './stage.ts';
import { untilStatus } from './told.ts';

const stage = setStage();
const configured = ['files-eu', 'media-eu', 'monitoring', 'compute', 'hostile'];

const shown = async (page: Page) =>
  (await page.locator('#rows > [role="row"]:visible').evaluateAll((rows) => rows.map(({ id }) => id))).map(
    (id) => id.replace(/^d-/, ''),
  );
const find = (page: Page) => page.getByRole('searchbox');
const choose = (page: Page, name: string, value: string) =>
  page.locator(`#filter select[name="${name}"]`).selectOption(value);

describe.skipIf(stage.isAbsent)('the fleet', () => {
  beforeAll(async () => {
    const { url, simulator } = stage.demo();
    simulator.setFaults('compute', [{ type: 'component_word', component: 'Registry', word: 'major_outage' }]);
    simulator.setFaults('media', [{ type: 'component_word', component: 'Delivery', word: 'degraded' }]);
    await untilStatus(url, 'compute', 'major_outage');
    await untilStatus(url, 'media-eu', 'degraded_performance');
  });
  afterAll(() => {
    if (stage.isAbsent) return;
    for (const kind of ['compute', 'media'] as const) stage.demo().simulator.setFaults(kind, []);
  });

  test('has the worst first, unless asked for otherwise', async () => {
    const { page } = await stage.open('/');
    const isLoadedAnew = await markWindow(page);
    expect(await shown(page)).toEqual(['compute', 'media-eu', 'files-eu', 'monitoring', 'hostile']);
    await choose(page, 'sort', 'name');
    await expect
      .poll(() => shown(page))
      .toEqual(['compute', 'files-eu', 'hostile', 'media-eu', 'monitoring']);
    await choose(page, 'sort', 'configured');
    await expect.poll(() => shown(page)).toEqual(configured);
    await choose(page, 'sort', 'worst');
    await expect
      .poll(() => shown(page))
      .toEqual(['compute', 'media-eu', 'files-eu', 'monitoring', 'hostile']);
    expect(await isLoadedAnew()).toBe(false);
  });

  test.each([
    ['a name', 'files eu', ['files-eu']],
    ['a component', 'registry', ['compute']],
    ['a cause', 'delivery reports', ['media-eu']],
    ['a label', 'team:storage', ['files-eu']],
    ['words in any order', 'EU production', ['media-eu', 'files-eu']],
    ['what is markup', '<img src=x', ['hostile']],
    ['nothing there is', 'no such thing', []],
  ])('is filtered by %s as it is typed', async (_what, text, ids) => {
    const { page } = await stage.open('/');
    const isLoadedAnew = await markWindow(page);
    await find(page).pressSequentially(text);
    await expect.poll(() => shown(page)).toEqual(ids);
    const count = ids.length === 1 ? /^1 of 5 / : new RegExp(`^${ids.length} of 5 `);
    await expect.poll(() => page.locator('#shown').innerText()).toMatch(count);
    await find(page).fill('');
    await expect.poll(() => shown(page)).toHaveLength(5);
    expect(await isLoadedAnew()).toBe(false);
  });

  test('is filtered by state, by label, and by both; the address leads there again', async () => {
    const { page, tab } = await stage.open('/');
    await choose(page, 'state', 'unwell');
    await expect.poll(() => shown(page)).toEqual(['compute', 'media-eu']);
    await choose(page, 'label', 'team:media');
    await expect.poll(() => shown(page)).toEqual(['media-eu']);
    await expect.poll(() => page.url()).toContain('unwell');
    expect(await shown(await tab(page.url()))).toEqual(['media-eu']);
    await choose(page, 'state', 'operational');
    await expect.poll(() => shown(page)).toEqual([]);
    await choose(page, 'label', 'environment:staging');
    await expect.poll(() => shown(page)).toEqual(['monitoring']);
  });

  test('keeps its filter when something changes: what becomes unwell appears among the unwell', async () => {
    const { url, simulator } = stage.demo();
    const { page } = await stage.open('/?state=unwell');
    expect(await shown(page)).toEqual(['compute', 'media-eu']);
    simulator.setFaults('monitoring', [
      { type: 'component_word', component: 'Notifications', word: 'partial_outage' },
    ]);
    await expect.poll(() => shown(page), { timeout: 30_000 }).toEqual(['compute', 'monitoring', 'media-eu']);
    simulator.setFaults('monitoring', []);
    await untilStatus(url, 'monitoring', 'operational');
    await expect.poll(() => shown(page), { timeout: 30_000 }).toEqual(['compute', 'media-eu']);
  });

  test('tells each of the 90 days, to the keyboard and to the pointer', async () => {
    const { page } = await stage.open('/');
    const [ago, lastDay] = [12, 89];
    const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });
    const expected = [date.format(Date.now() - ago * dayMs), /major outage/i, '3 h', '1 incident'];
    const bars = page.getByRole('slider', { name: 'Last 90 days of Files EU' });
    const tip = page.getByRole('tooltip');
    await bars.focus();
    for (let day = 0; day < ago; day += 1) await page.keyboard.press('ArrowLeft');
    for (const part of expected) {
      expect(await tip.innerText()).toMatch(part);
      expect(await bars.getAttribute('aria-valuetext')).toMatch(part);
    }
    await page.keyboard.press('Escape');
    await expect.poll(() => tip.isVisible()).toBe(false);
    await page.locator('h1').click();
    const { width = 0, height = 0 } = (await bars.boundingBox()) ?? {};
    await bars.hover({ position: { x: (width * (lastDay + 0.5 - ago)) / (lastDay + 1), y: height / 2 } });
    await expect.poll(() => tip.isVisible()).toBe(true);
    for (const part of expected) expect(await tip.innerText()).toMatch(part);
  });
});

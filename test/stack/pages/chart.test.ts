// The charts of a deployment: each window is drawn, with what the keyboard and the pointer learn from it.
import { describe, expect, test } from 'vitest';
import { isDrawn } from './eyes.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const path = '/deployments/files-eu';

describe.skipIf(stage.isAbsent)('the latency chart', () => {
  test.each(['1h', '24h', '7d', '90d'])('is drawn over %s', async (window) => {
    const { page } = await stage.open(path);
    await page
      .getByRole('navigation', { name: 'Window' })
      .getByRole('link', { name: window, exact: true })
      .click();
    const canvas = page.locator('#chart canvas').first();
    await canvas.waitFor();
    await expect.poll(() => isDrawn(canvas)).toBe(true);
    expect(await page.locator('[aria-current="true"]').allInnerTexts()).toContain(window);
    expect(await page.locator('[data-of="first_byte"]').innerText()).toMatch(/^\d+\.\d ms$/);
  });

  test('is drawn of another check', async () => {
    const { page } = await stage.open(path);
    await page.getByRole('navigation', { name: 'Check' }).getByRole('link', { name: 'files' }).click();
    const canvas = page.locator('#chart canvas').first();
    await canvas.waitFor();
    await expect.poll(() => isDrawn(canvas)).toBe(true);
    expect(await page.getByRole('application').getAttribute('aria-label')).toContain('files check');
  });

  test('says what was when, to the keyboard', async () => {
    const { page } = await stage.open(`${path}?window=7d`);
    const chart = page.getByRole('application');
    await chart.focus();
    const told = async () => (await page.locator('#chart-told').textContent()) ?? '';
    await page.keyboard.press('ArrowLeft');
    expect(await told()).toMatch(/First byte \d+\.\d ms/);
    // Of what is over: the latest moves with each run.
    await page.keyboard.press('ArrowLeft');
    const before = await told();
    await page.keyboard.press('ArrowLeft');
    expect(await told()).not.toBe(before);
    await page.keyboard.press('ArrowRight');
    expect(await told()).toBe(before);
  });

  test('is looked into by the keyboard, and out of again', async () => {
    const { page } = await stage.open(`${path}?window=7d`);
    const chart = page.getByRole('application');
    await chart.focus();
    const said = async () => {
      const times = await page
        .locator('#chart-told time')
        .evaluateAll((all) => all.map((one) => Date.parse(one.getAttribute('datetime') ?? '')));
      return { fromMs: times[0] ?? 0, toMs: times[1] ?? 0 };
    };
    const pressed = async (key: string) => {
      await page.keyboard.press(key);
      return said();
    };
    await pressed('ArrowLeft');
    for (let step = 0; step < 11; step += 1) await pressed('ArrowLeft');
    const looked = await page.locator('#chart .legend p').innerText();
    await pressed('+');
    const near = await pressed('+');
    expect((near.toMs - near.fromMs) / 3_600_000).toBeCloseTo((7 * 24) / 4, 0);
    // What was looked at is in it, and still looked at.
    await expect.poll(() => page.locator('#chart .legend p').innerText()).toBe(looked);
    const wider = await pressed('-');
    expect((wider.toMs - wider.fromMs) / 3_600_000).toBeCloseTo((7 * 24) / 2, 0);
    const all = await pressed('Escape');
    expect((all.toMs - all.fromMs) / 3_600_000).toBeCloseTo(7 * 24, 0);
    expect(await chart.getAttribute('aria-label')).toContain('plus and minus zoom');
  });

  test('says what was when, to the pointer', async () => {
    const { page } = await stage.open(`${path}?window=7d`);
    const chart = page.locator('#chart canvas').first();
    const at = page.locator('#chart .legend p');
    await chart.waitFor();
    const latest = await at.innerText();
    const { width = 0, height = 0 } = (await chart.boundingBox()) ?? {};
    await chart.hover({ position: { x: width / 2, y: height / 2 }, force: true });
    await expect.poll(() => at.innerText()).not.toBe(latest);
  });

  test('shades incidents, and names them', async () => {
    const { page } = await stage.open(`${path}?window=90d`);
    await page.locator('#chart canvas').first().waitFor();
    expect(await page.locator('.shades li a').allInnerTexts()).toEqual([
      'Files EU: Virus Scanning reports degraded_performance',
      'Files EU: Storage reports major_outage',
      'Files EU: Upload Service reports partial_outage',
    ]);
  });

  test('of a deployment without a past says so', async () => {
    const { page } = await stage.open('/deployments/hostile?window=90d');
    await page.locator('#chart canvas').first().waitFor();
    expect(await page.locator('#strip-summary').innerText()).toContain('no data');
  });
});

describe.skipIf(stage.isAbsent)('the strip of states', () => {
  test('is walked through by the keyboard', async () => {
    const { page } = await stage.open(`${path}?window=90d`);
    await page.locator('#strip').focus();
    const told: string[] = [];
    for (let stretch = 0; stretch < 5; stretch += 1) {
      await page.keyboard.press('ArrowLeft');
      told.push(await page.locator('.strip-told').innerText());
    }
    expect(told.some((words) => words.startsWith('Operational'))).toBe(true);
    expect(told.some((words) => words.startsWith('Major outage'))).toBe(true);
  });
});

// Draws the pages of docs/page/: the tests' demo with an outage in it, in light, in dark, and on a phone.
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { desktop, phone, startBrowser, visit } from '../test/stack/pages/browser.ts';
import { type Demo, fleet, startDemo } from '../test/stack/pages/demo.ts';
import { incidentOf, untilStatus } from '../test/stack/pages/told.ts';

const folder = join(import.meta.dirname, '..', 'docs', 'page');
/** A page may go on below. */
const maxHeight = 1_800;
const maxBytes = 300_000;

const looks: Readonly<Record<string, BrowserContextOptions>> = {
  light: { viewport: desktop, colorScheme: 'light' },
  dark: { viewport: desktop, colorScheme: 'dark' },
  phone: { viewport: phone, colorScheme: 'light', isMobile: true, hasTouch: true },
};

async function draw(browser: Browser, url: string, name: string): Promise<void> {
  for (const [look, options] of Object.entries(looks)) {
    const { page, close } = await visit(browser, url, options);
    if (name === 'deployment') await page.locator('canvas').first().waitFor();
    const { width } = page.viewportSize() ?? desktop;
    const height = Math.min(maxHeight, await page.evaluate<number>('document.documentElement.scrollHeight'));
    const path = join(folder, `${name}-${look}.png`);
    await page.screenshot({ path, fullPage: true, clip: { x: 0, y: 0, width, height } });
    await close();
    const { size } = statSync(path);
    if (size > maxBytes) throw new Error(`${path} has ${size} bytes, more than ${maxBytes}`);
    process.stdout.write(`${path}: ${width} x ${height}, ${size} bytes\n`);
  }
}

async function outage({ url, simulator }: Demo): Promise<string> {
  simulator.setFaults('file-storage', [
    { type: 'component_word', component: 'Storage', word: 'major_outage' },
    { type: 'field_added', name: 'shard', value: 7, endpoint: 'files' },
  ]);
  simulator.setFaults('media', [{ type: 'component_word', component: 'Delivery', word: 'degraded' }]);
  await untilStatus(url, 'media-eu', 'degraded_performance');
  await untilStatus(url, 'files-eu', 'major_outage');
  return incidentOf(url, 'files-eu');
}

const wellMeaning = fleet.filter((id) => id !== 'hostile');
const [demo, browser] = await Promise.all([startDemo(wellMeaning), startBrowser()]);
try {
  mkdirSync(folder, { recursive: true });
  const incident = await outage(demo);
  await draw(browser, `${demo.url}/`, 'fleet');
  await draw(browser, `${demo.url}/deployments/files-eu`, 'deployment');
  await draw(browser, `${demo.url}/incidents/${incident}`, 'incident');
} finally {
  await Promise.all([browser.close(), demo.stop()]);
}

// Pages for who listens to them: what changes in place is said once, in words, and what only moves on is not.
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { setStage } from './stage.ts';
import { incidentOf, untilStatus } from './told.ts';

const stage = setStage();
const outage = { type: 'component_word', component: 'Storage', word: 'major_outage' } as const;
/** The page is read anew, and what came with it is told. */
const heard = { timeout: 15_000 };

/** All that its live regions come to say. */
async function listenTo(page: Page): Promise<() => Promise<readonly string[]>> {
  const said = await page.evaluateHandle(() => {
    const all: string[] = [];
    for (const region of document.querySelectorAll('[role="status"], [role="alert"], [aria-live]')) {
      new MutationObserver(() => all.push(region.textContent ?? '')).observe(region, {
        subtree: true,
        childList: true,
        characterData: true,
      });
    }
    return all;
  });
  return () => said.jsonValue();
}

describe.skipIf(stage.isAbsent)('an outage that comes in place', () => {
  afterEach(async () => {
    stage.demo().simulator.setFaults('file-storage', []);
    await untilStatus(stage.demo().url, 'files-eu', 'operational');
  }, 60_000);

  test.each([
    ['/', ['Partial outage: 1 of 5 deployments not operational. Files EU: Major outage.']],
    ['/deployments/files-eu', ['Files EU: Major outage, Storage reports major_outage.']],
    ['/incidents', ['Open incidents: 1, the newest is Files EU: Storage reports major_outage.']],
  ])('is told once on %s, and nothing before', async (path, news) => {
    const { page } = await stage.open(path);
    const said = await listenTo(page);
    const toldAt = () => page.locator('#told time').getAttribute('datetime');
    const before = await toldAt();
    const readAnew = async () => {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      return toldAt();
    };
    await expect.poll(readAnew, heard).not.toBe(before);
    expect(await said()).toEqual([]);
    stage.demo().simulator.setFaults('file-storage', [outage]);
    await expect.poll(said, heard).toEqual(news);
  });

  test('is told to be over on the page of its incident', async () => {
    const { url, simulator } = stage.demo();
    simulator.setFaults('file-storage', [outage]);
    await untilStatus(url, 'files-eu', 'major_outage');
    const { page } = await stage.open(`/incidents/${await incidentOf(url, 'files-eu')}`);
    const said = await listenTo(page);
    simulator.setFaults('file-storage', []);
    await expect.poll(said, heard).toEqual(['The incident is over.']);
  });
});

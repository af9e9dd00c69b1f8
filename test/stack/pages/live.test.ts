// Pages that stay open: an outage shows by itself, and an agent that is gone is noticed and never taken for a well one.
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isOfLostAgent } from './browser.ts';
import { greenPixels, markWindow, watchBanner } from './eyes.ts';
import { setStage } from './stage.ts';
import { type Stopwatch, startStopwatch, whenShown, whenTold } from './stopwatch.ts';
import { incidentOf, untilStatus } from './told.ts';

/** From the instant at which a program was told. */
const shownWithinMs = 2_000;
const noticedWithinMs = 10_000;
const outage = { type: 'component_word', component: 'Storage', word: 'major_outage' } as const;
const outOnFleet = '#d-files-eu[data-state="major_outage"]';
/** None of the past. */
const openIncident = 'main a[href*="/incidents/inc_"]:not([href*="inc_past"])';

const stage = setStage();
let ranMs: Stopwatch;

beforeAll(async () => {
  if (!stage.isAbsent) ranMs = await startStopwatch(stage.browser());
});

describe.skipIf(stage.isAbsent)('an outage', () => {
  afterEach(async () => {
    stage.demo().simulator.setFaults('file-storage', []);
    await untilStatus(stage.demo().url, 'files-eu', 'operational');
  });

  test.each([
    ['/', outOnFleet, '#d-files-eu[data-state="operational"]'],
    ['/deployments/files-eu', '#head .s-major_outage', '#head .s-operational'],
    ['/incidents', openIncident, null],
  ])(
    'shows on %s within 2 s of being told, and its end, without the page being loaded anew',
    async (path, out, well) => {
      const { url, simulator } = stage.demo();
      const { page } = await stage.open(path);
      const isLoadedAnew = await markWindow(page);
      const [shown, told] = await Promise.all([
        whenShown(page, out),
        whenTold(url, 'files-eu', 'major_outage'),
      ]);
      simulator.setFaults('file-storage', [outage]);
      const toldMs = await told();
      expect(await ranMs(toldMs, await shown())).toBeLessThan(shownWithinMs);
      if (well !== null) {
        const [back, toldBack] = await Promise.all([
          whenShown(page, well),
          whenTold(url, 'files-eu', 'operational'),
        ]);
        simulator.setFaults('file-storage', []);
        const toldBackMs = await toldBack();
        expect(await ranMs(toldBackMs, await back())).toBeLessThan(shownWithinMs);
      }
      expect(await isLoadedAnew()).toBe(false);
    },
  );

  test('is over on the page of its incident, too, within 2 s of being told', async () => {
    const { url, simulator } = stage.demo();
    simulator.setFaults('file-storage', [outage]);
    await untilStatus(url, 'files-eu', 'major_outage');
    const { page } = await stage.open(`/incidents/${await incidentOf(url, 'files-eu')}`);
    const isLoadedAnew = await markWindow(page);
    const [over, told] = await Promise.all([
      whenShown(page, '#standing .s-operational'),
      whenTold(url, 'files-eu', 'operational'),
    ]);
    simulator.setFaults('file-storage', []);
    const toldMs = await told();
    expect(await ranMs(toldMs, await over())).toBeLessThan(shownWithinMs);
    expect(await isLoadedAnew()).toBe(false);
  });

  test('shows in two tabs', async () => {
    const { url, simulator } = stage.demo();
    const { page, tab } = await stage.open('/');
    const other = await tab(`${url}/deployments/files-eu`);
    simulator.setFaults('file-storage', [outage]);
    await page.locator(outOnFleet).waitFor();
    await other.locator('#head .s-major_outage').waitFor();
  });

  test('shows in more windows than a browser has connections, and none takes the agent for lost', async () => {
    const { url, simulator } = stage.demo();
    const { page, tab } = await stage.open('/');
    const pages = [page];
    while (pages.length < 8) pages.push(await tab(`${url}/`));
    const wereLost = await Promise.all(pages.map(watchBanner));
    simulator.setFaults('file-storage', [outage]);
    await Promise.all(pages.map((each) => each.locator(outOnFleet).waitFor()));
    expect(await Promise.all(wereLost.map((wasLost) => wasLost()))).toEqual(pages.map(() => false));
    // A window that is closed leaves its place to another.
    await Promise.all(pages.slice(0, 4).map((each) => each.close()));
    const [next] = await Promise.all([
      pages[7]?.waitForResponse(/\/events\?/),
      pages[7]?.locator('html:not([data-lost])').waitFor(),
    ]);
    expect(next?.status()).toBe(200);
  });
});

const ways = [
  { how: 'killed', signal: 'SIGKILL', back: () => stage.demo().again() },
  { how: 'frozen', signal: 'SIGSTOP', back: async () => stage.demo().signal('SIGCONT') },
] as const;

describe.skipIf(stage.isAbsent).each(ways)('an agent that is $how', ({ signal, back }) => {
  let isBack = true;
  beforeEach(() => {
    isBack = true;
  });
  const goneSince = async () => {
    isBack = false;
    const atMs = Date.now();
    if (signal === 'SIGKILL') await stage.demo().kill();
    else stage.demo().signal(signal);
    return atMs;
  };
  const comeBack = async () => {
    if (isBack) return;
    isBack = true;
    await back();
  };
  afterEach(comeBack);

  test.each(['/', '/deployments/files-eu', '/incidents'])(
    'is noticed within 10 s on %s, nothing stays green, and the page goes on when it is back',
    async (path) => {
      const { page } = await stage.open(path, { forgives: isOfLostAgent });
      const isLoadedAnew = await markWindow(page);
      const greenBefore = await green(page);
      const lost = await whenShown(page, 'html[data-lost] [role="alert"]:not(:empty)');
      const goneMs = await goneSince();
      expect(await ranMs(goneMs, await lost())).toBeLessThan(noticedWithinMs);
      const banner = page.getByRole('alert');
      expect(await banner.isVisible()).toBe(true);
      expect(await banner.innerText()).toMatch(/\d:\d\d/);
      expect(await green(page)).toBe(0);
      await comeBack();
      await page.locator('html:not([data-lost])').waitFor();
      expect(await banner.isVisible()).toBe(false);
      // Another agent knows nothing before it has asked.
      if (greenBefore > 0) await expect.poll(() => green(page)).toBeGreaterThan(0);
      expect(await isLoadedAnew()).toBe(false);
    },
  );

  test('comes back to an outage: that is what the page shows then', async () => {
    const { url, simulator } = stage.demo();
    const { page } = await stage.open('/', { forgives: isOfLostAgent });
    await goneSince();
    await page.locator('html[data-lost]').waitFor();
    simulator.setFaults('file-storage', [outage]);
    try {
      await comeBack();
      await untilStatus(url, 'files-eu', 'major_outage');
      await page.locator(outOnFleet).waitFor();
    } finally {
      simulator.setFaults('file-storage', []);
    }
    await untilStatus(url, 'files-eu', 'operational');
  });
});

async function green(page: Page): Promise<number> {
  return greenPixels(stage.browser(), await page.screenshot({ fullPage: true }));
}

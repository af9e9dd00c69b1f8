// Pages without a mouse: Tab reaches all that can be used, and shows where it is.
import { describe, expect, test } from 'vitest';
import { tabThrough, usable } from './eyes.ts';
import { setStage } from './stage.ts';

const stage = setStage();

describe.skipIf(stage.isAbsent)('the keyboard', () => {
  test.each(['/', '/deployments/files-eu', '/incidents', '/incidents/inc_past1'])(
    'reaches all there is on %s, and its place is seen',
    async (path) => {
      const { page } = await stage.open(path);
      if (path.startsWith('/deployments')) await page.locator('canvas').first().waitFor();
      const wanted = await usable(page);
      const stops = await tabThrough(page);
      expect(wanted.length).toBeGreaterThan(3);
      expect(stops.map(({ name }) => name)).toEqual(expect.arrayContaining([...wanted]));
      expect(stops.filter(({ isSeen }) => !isSeen)).toEqual([]);
    },
  );
});

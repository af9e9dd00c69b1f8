// axe-core on every page, light and dark, on a desktop and a phone: all its rules, best practices included.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, test } from 'vitest';
import { desktop, phone } from './browser.ts';
import { type Opening, setStage } from './stage.ts';
import { incidentOf, untilStatus } from './told.ts';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const stage = setStage();

const looks = [desktop, phone].flatMap((viewport) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ viewport, colorScheme })),
);

interface Report {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly target: unknown; readonly failureSummary?: string }[];
  }[];
  readonly passes: readonly unknown[];
}

/** In each look of a page, what is wrong. */
async function violationsOf(path: string, options: Opening = {}): Promise<readonly string[]> {
  const found: string[] = [];
  const { page } = await stage.open(path, options);
  // A chart is drawn once its script has asked for what to draw.
  if ((await page.locator('script[src*="chart"]').count()) > 0)
    await page.locator('canvas').first().waitFor();
  await page.evaluate(source);
  for (const { viewport, colorScheme } of looks) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    const { violations, passes }: Report = await page.evaluate('axe.run(document)');
    expect(passes.length).toBeGreaterThan(15);
    const look = `${colorScheme}, ${viewport.width} px`;
    for (const { id, nodes } of violations) {
      found.push(
        ...nodes.map(({ target, failureSummary }) => `${id} (${look}): ${target}: ${failureSummary}`),
      );
    }
  }
  return found;
}

describe.skipIf(stage.isAbsent)('axe-core finds nothing', () => {
  describe('while all is well', () => {
    test.each([
      ['fleet', '/'],
      ['fleet, filtered', '/?q=eu&state=operational&sort=name'],
      ['deployment', '/deployments/files-eu'],
      ['hostile deployment', '/deployments/hostile'],
      ['incidents', '/incidents'],
      ['resolved incident', '/incidents/inc_past1'],
    ])('%s', async (_name, path) => {
      expect(await violationsOf(path)).toEqual([]);
    });

    test('a page that is not there', async () => {
      const isAbsence = ({ text }: { text: string }) => text.includes('status of 404');
      expect(await violationsOf('/incidents/inc_none', { forgives: isAbsence })).toEqual([]);
    });
  });

  describe('in an outage', () => {
    beforeAll(async () => {
      const { url, simulator, sayHostile } = stage.demo();
      const fault = { type: 'component_word', component: 'Storage', word: 'major_outage' } as const;
      simulator.setFaults('file-storage', [fault]);
      sayHostile('partial_outage');
      await untilStatus(url, 'files-eu', 'major_outage');
      await untilStatus(url, 'hostile', 'partial_outage');
    });

    test.each([
      ['fleet', '/'],
      ['deployment', '/deployments/files-eu'],
      ['hostile deployment', '/deployments/hostile'],
      ['incidents', '/incidents'],
    ])('%s', async (_name, path) => {
      expect(await violationsOf(path)).toEqual([]);
    });

    test.each(['files-eu', 'hostile'])('open incident of %s', async (id) => {
      const incident = await incidentOf(stage.demo().url, id);
      expect(await violationsOf(`/incidents/${incident}`)).toEqual([]);
    });
  });
});

// What a target says is text on every page, in the feed and in the badge, whatever it contains.
import { beforeAll, describe, expect, test } from 'vitest';
import { fleet, hostileComponent, hostileName } from './demo.ts';
import { setStage } from './stage.ts';
import { incidentOf, untilStatus } from './told.ts';

const stage = setStage();

describe.skipIf(stage.isAbsent)(`a component named ${hostileComponent}`, () => {
  let incident: string;
  beforeAll(async () => {
    if (stage.isAbsent) return;
    const { url, sayHostile } = stage.demo();
    sayHostile('major_outage');
    await untilStatus(url, 'hostile', 'major_outage');
    incident = await incidentOf(url, 'hostile');
  });

  test.each([
    ['the fleet', () => '/'],
    ['its deployment', () => '/deployments/hostile'],
    ['the incidents', () => '/incidents'],
    ['its incident', () => `/incidents/${incident}`],
  ])('is text on the page of %s', async (_name, pathOf) => {
    const { page } = await stage.open(pathOf());
    expect(await page.locator('main').innerText()).toContain(hostileComponent);
    expect(await page.locator('main').innerText()).toContain(hostileName);
    expect(await strangersOn(page)).toEqual([]);
  });

  test.each([
    ['the feed', '/feed.atom', 'application/atom+xml'],
    ['its badge', '/badges/hostile.svg', 'image/svg+xml'],
    ...fleet.map((id) => [`the badge of ${id}`, `/badges/${id}.svg`, 'image/svg+xml'] as const),
  ] as const)('is text in %s', async (_name, path, mediaType) => {
    const { page } = await stage.open(path);
    const response = await page.request.get(stage.demo().url + path);
    expect(response.status()).toBe(200);
    expect(response.headers()['content-type']).toContain(mediaType);
    const text = await response.text();
    expect(text).not.toContain('<img');
    expect(text).not.toContain('<script');
    if (path.startsWith('/feed'))
      expect(text).toContain(hostileComponent.replace('<', '&lt;').replace('>', '&gt;'));
    const problems = await page.evaluate(
      (xml) =>
        [
          ...new DOMParser().parseFromString(xml, 'text/xml').querySelectorAll('parsererror, img, script'),
        ].map((element) => element.outerHTML),
      text,
    );
    expect(problems).toEqual([]);
  });
});

/** Elements that none of our pages has. */
function strangersOn(page: { evaluate: <T>(look: () => T) => Promise<T> }): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('img, iframe, object, embed, script:not([src]), [onerror], [onload]')].map(
      (element) => element.outerHTML,
    ),
  );
}

// When changes are told aloud: what comes at once as one, what follows not before somebody could have listened.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const region = { textContent: '' };
let tellNews: typeof import('../../src/browser/news.js').tellNews;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { getElementById: (id: string) => (id === 'news' ? region : null) });
  vi.resetModules();
  ({ tellNews } = await import('../../src/browser/news.js'));
  region.textContent = '';
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('tells what changed at once together, and soon', () => {
  tellNews('overall', 'Partial outage: 1 of 4 deployments not operational.');
  tellNews('d-a', 'A: Major outage');
  expect(region.textContent).toBe('');
  vi.advanceTimersByTime(250);
  expect(region.textContent).toBe('Partial outage: 1 of 4 deployments not operational. A: Major outage.');
});

it('tells of what changes on and on the latest alone, every few seconds', () => {
  tellNews('overall', '1 of 90');
  vi.advanceTimersByTime(250);
  for (let count = 2; count <= 9; count += 1) {
    tellNews('overall', `${count} of 90`);
    tellNews(`d-${count}`, `${count}: Unknown`);
    vi.advanceTimersByTime(500);
  }
  expect(region.textContent).toBe('1 of 90.');
  vi.advanceTimersByTime(1_000);
  expect(region.textContent).toBe('9 of 90. 2: Unknown. 3: Unknown. 4: Unknown. And 5 more changes.');
});

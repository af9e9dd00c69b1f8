// What is told aloud of changes: all of a few, and of many that there are more.
import { expect, it } from 'vitest';
import { newsInWords } from '../../src/browser/news-words.js';

const changes = (count: number) =>
  Array.from({ length: count }, (_, index) => `Deployment ${index}: Unknown`);

it.each([
  [['Files EU: Major outage'], 'Files EU: Major outage.'],
  [
    ['Partial outage: 1 of 4 deployments not operational.', 'Files EU: Major outage'],
    'Partial outage: 1 of 4 deployments not operational. Files EU: Major outage.',
  ],
  [
    changes(5),
    'Deployment 0: Unknown. Deployment 1: Unknown. Deployment 2: Unknown. Deployment 3: Unknown. And 1 more change.',
  ],
])('%j', (news, words) => {
  expect(newsInWords(news)).toBe(words);
});

it('a thousand changes are as short as five', () => {
  expect(newsInWords(changes(1_000))).toMatch(/Deployment 3: Unknown\. And 996 more changes\.$/);
});

// What pages say of the agent itself: its parts that are not well, and nothing while all are.
import { expect, it } from 'vitest';
import { ourselves } from '../../../src/publish/page/ourselves.ts';

it('names each part that is not well with its state', () => {
  const { markup } = ourselves([
    { name: 'Status API', state: 'operational' },
    { name: 'Monitoring', state: 'major_outage' },
    { name: 'Incident History', state: 'partial_outage' },
  ]);
  expect(markup.replace(/<[^>]*>/g, '')).toBe(
    'Picket itself is not well: Monitoring: Major outage, Incident History: Partial outage. What it tells may be incomplete.\n',
  );
  expect(markup).toContain('class="state s-major_outage"');
});

it('says nothing while all are', () => {
  expect(ourselves([{ name: 'Monitoring', state: 'operational' }]).markup).toBe('');
});

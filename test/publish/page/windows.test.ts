// The windows of a deployment's page are whole buckets, and rows are whole buckets or more.
import { expect, it } from 'vitest';
import { resolutions } from '../../../src/model/history.ts';
import { windowNames, windows } from '../../../src/publish/page/windows.ts';

it.each(windowNames)('%s', (name) => {
  const { lengthMs, bucketMs, resolution, rowMs } = windows[name];
  expect(bucketMs).toBe(resolutions[resolution].lengthMs);
  expect(lengthMs).toBeLessThanOrEqual(resolutions[resolution].keptMs);
  expect(lengthMs % bucketMs).toBe(0);
  expect(rowMs % bucketMs).toBe(0);
  expect(lengthMs / rowMs).toBeLessThanOrEqual(90);
});

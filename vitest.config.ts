import { defineConfig } from 'vitest/config';

// Where a caller wants the counts as JSON beside the readable report.
const report = process.env.PICKET_TEST_REPORT;

// unit: what `npm test` runs, loopback only. stack: agents as processes, real servers and tools, one file at a time.
export default defineConfig({
  test: {
    // Many tests wait for real answers: one worker less than cores would leave them waiting in a row.
    maxWorkers: 2,
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
    projects: [
      { extends: true, test: { name: 'unit', include: ['test/**/*.test.ts'], exclude: ['test/stack/**'] } },
      {
        extends: true,
        test: {
          name: 'stack',
          include: ['test/stack/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 60_000,
        },
      },
    ],
  },
});

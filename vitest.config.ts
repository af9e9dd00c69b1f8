import { defineConfig } from 'vitest/config';

// unit: what `npm test` runs, loopback only. stack: real Prometheus tools, one file at a time.
export default defineConfig({
  test: {
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

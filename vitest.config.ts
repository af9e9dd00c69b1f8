import { defineConfig } from 'vitest/config';

// Where a caller wants the counts as JSON beside the readable report.
const report = process.env.PICKET_TEST_REPORT;

/** They put something else in the place of modules, of the network or of the process's own streams: for nobody else. */
const apart = [
  ...['test/probe/**/*.test.ts', 'test/cli/**/*.test.ts', 'test/publish/metrics-route.test.ts'],
  // How deep the stack reaches depends on what was compiled before.
  'test/config/read-node.test.ts',
];

const network = 'test/stack/egress.test.ts';

/** Of each a file at a time: they start processes of their own, and wait long for them. */
const oneByOne = { fileParallelism: false, testTimeout: 120_000, hookTimeout: 120_000 };

// unit and apart: what `npm test` runs, loopback only. stack: agents as processes, real servers and tools. pages: those of
// them that look at the pages in a browser. network: those that make links of their own, at which a browser drops what is
// under way.
export default defineConfig({
  test: {
    // Many tests wait for real answers: one worker less than cores would leave them waiting in a row.
    maxWorkers: 2,
    // A busy machine is slow, and stands still for seconds: what is to be quick says so itself.
    testTimeout: 40_000,
    hookTimeout: 40_000,
    expect: { poll: { timeout: 15_000 } },
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
    projects: [
      {
        extends: true,
        // Loading modules anew for each file took half of the time.
        test: {
          name: 'unit',
          isolate: false,
          include: ['test/**/*.test.ts'],
          exclude: ['test/stack/**', ...apart],
        },
      },
      { extends: true, test: { name: 'apart', include: apart } },
      {
        extends: true,
        test: {
          ...oneByOne,
          name: 'stack',
          include: ['test/stack/**/*.test.ts'],
          exclude: ['test/stack/pages/**', network],
        },
      },
      { extends: true, test: { ...oneByOne, name: 'pages', include: ['test/stack/pages/**/*.test.ts'] } },
      { extends: true, test: { ...oneByOne, name: 'network', include: [network] } },
    ],
  },
});

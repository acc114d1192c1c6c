import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const minute = 60_000;

// The processes that tests start compile what they load only once, as those of the product's own scripts do.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/threadloom/compile', import.meta.url));

/** One project a stage of `npm test`; see scripts/test/stages.mjs. */
export default defineConfig({
  test: {
    watch: false,
    environment: 'node',
    setupFiles: ['tests/support/fixed-seed.ts'],
    // A shared machine may stall for longer than the default of a second.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            '{lib,nodes,engine,server,services,components,app,scripts,bench,bin}/**/*.test.{ts,tsx}',
            'tests/*.test.ts',
            'tests/support/**/*.test.ts',
          ],
          // A second stage may use the same cores.
          testTimeout: 20_000,
          isolate: false,
        },
      },
      // Importing the engine anew for each file takes more CPU than the tests of most files.
      {
        extends: true,
        test: { name: 'contract', include: ['tests/contract/**/*.test.ts'], testTimeout: 30_000, isolate: false },
      },
      { extends: true, test: { name: 'flows', include: ['tests/flows/**/*.test.ts'], testTimeout: minute, isolate: false } },
      {
        extends: true,
        // The checkpoint conformance suite registers its tests through globals. Two files at a time:
        // half of their time is spent waiting for processes, timeouts and disks.
        test: {
          name: 'integration',
          globalSetup: ['tests/support/prepare-databases.ts'],
          include: ['tests/integration/**/*.test.ts'],
          globals: true,
          isolate: false,
          maxWorkers: 2,
          // Projects with other numbers of workers do not run at the same time.
          sequence: { groupOrder: 1 },
          testTimeout: 2 * minute,
          hookTimeout: 2 * minute,
        },
      },
      {
        extends: true,
        test: {
          name: 'clients',
          globalSetup: ['tests/support/prepare-databases.ts'],
          include: ['tests/clients/*.test.ts'],
          testTimeout: 1.5 * minute,
          hookTimeout: 2 * minute,
        },
      },
      {
        extends: true,
        test: {
          name: 'chaos',
          include: ['tests/chaos/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 8 * minute,
          hookTimeout: 2 * minute,
        },
      },
      {
        extends: true,
        test: { name: 'security', include: ['tests/security/**/*.test.ts'], testTimeout: minute, hookTimeout: minute },
      },
      {
        extends: true,
        test: {
          name: 'start',
          include: ['tests/start/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 5 * minute,
          hookTimeout: 5 * minute,
        },
      },
    ],
  },
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findTestBrowser } from './scripts/test/services.mjs';

const port = Number(process.env.E2E_PORT ?? 3917);
const baseURL = `http://127.0.0.1:${port}`;
const chromium = findTestBrowser();

/** Playwright loads this file in every worker: the first one creates the folder and removes it at its end. */
function dataFolder(): string {
  const known = process.env.E2E_DATA_DIR;
  if (known) return known;
  const folder = mkdtempSync(join(tmpdir(), 'threadloom-e2e-'));
  process.env.E2E_DATA_DIR = folder;
  // Tests leave runs that never end; others must not queue behind them.
  writeFileSync(join(folder, 'threadloom.config.yaml'), 'max_active_sessions: 1000\n');
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './tests/support/require-chromium.ts',
  forbidOnly: Boolean(process.env.CI),
  workers: 1,
  // A shared machine may stall for longer than a test waits; the report names retried tests.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  reporter: [['list'], ['./scripts/test/playwright-reporter.mjs']],
  use: {
    baseURL,
    // Requests that a worker makes are not seen by the tests; the one test of it has its own context.
    serviceWorkers: 'block',
    // Below the test's own timeout, so that the error names the element that was missing.
    actionTimeout: 20_000,
    // Recording screenshots costs CPU that the browser needs. CI records the retry of a failed test.
    trace: process.env.CI ? 'on-first-retry' : { mode: 'retain-on-failure', screenshots: false },
    launchOptions: {
      ...(chromium && { executablePath: chromium }),
      // The name is that of a server on another machine: pages of this one count as secure.
      args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--host-resolver-rules=MAP studio.test 127.0.0.1',
        // In private windows, such as those of tests, frames of another site have no storage.
        '--disable-features=TrackingProtection3pcd',
      ],
    },
  },
  webServer: {
    command: 'node scripts/start.mjs',
    url: `${baseURL}/api/v1/health`,
    env: {
      PORT: String(port),
      HOST: '127.0.0.1',
      THREADLOOM_DATA_DIR: dataFolder(),
      THREADLOOM_CONFIG_PATH: join(dataFolder(), 'threadloom.config.yaml'),
    },
    timeout: 240_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'pipe',
  },
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/test/services.mjs';

const port = Number(process.env.E2E_PORT ?? 3917);
const baseURL = `http://127.0.0.1:${port}`;
const chromium = findChromium();
if (!chromium) throw new Error('The browser tests need Chromium: install it or set THREADLOOM_TEST_CHROMIUM.');

/** Playwright loads this file in every worker; the folder is made once, by the first, and goes with it. */
function dataFolder(): string {
  const known = process.env.E2E_DATA_DIR;
  if (known) return known;
  const folder = mkdtempSync(join(tmpdir(), 'threadloom-e2e-'));
  process.env.E2E_DATA_DIR = folder;
  // Tests leave runs behind that never end, and none of them is to stand in line behind those.
  writeFileSync(join(folder, 'threadloom.config.yaml'), 'max_active_sessions: 1000\n');
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  forbidOnly: Boolean(process.env.CI),
  workers: 1,
  // A shared machine may stand still for longer than a test waits; the report names what needed the
  // second try.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  reporter: process.env.E2E_REPORT ? [['list'], ['json', { outputFile: process.env.E2E_REPORT }]] : [['list']],
  use: {
    baseURL,
    // What a test acts on is there, or comes: less than a test's time, so that what failed is named
    // and not only that time ran out.
    actionTimeout: 20_000,
    trace: 'retain-on-failure',
    launchOptions: { executablePath: chromium, args: ['--no-sandbox', '--disable-dev-shm-usage'] },
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

// The ways a stage does its work: commands that pass or fail as one check, or a test runner whose tests are counted.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runChild } from '../child.mjs';
import { nodeFlags } from '../node-runtime.mjs';
import { countPlaywright, countVitest } from './count-results.mjs';
import { ensureService } from './services.mjs';

/** A stage that is one check: all commands run under our Node, even after one failed. */
export function commands(...lines) {
  return async (context) => {
    const notes = [];
    for (const args of lines) {
      const { code, signal } = await runNode(context, args);
      if (code !== 0) notes.push(`${args.join(' ')} ended with ${signal ?? `exit code ${code}`}`);
    }
    return { passed: notes.length ? 0 : 1, failed: notes.length ? 1 : 0, notes };
  };
}

/** A stage that runs one vitest project. */
export function vitest(project) {
  return async (context) => {
    const reportPath = join(context.scratch, `${project}.json`);
    const durationsPath = join(context.scratch, `${project}-durations.json`);
    const args = [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      project,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${reportPath}`,
      `--reporter=${join(context.root, 'scripts/test/report-durations.mjs')}`,
    ];
    const { code } = await runNode({ ...context, env: { ...context.env, TEST_DURATIONS: durationsPath } }, args);
    return { ...countVitest(readReport(reportPath), code), files: readReport(durationsPath) ?? [] };
  };
}

/** A stage that runs Playwright on the machine's Chromium. */
export async function playwright(context) {
  const reportPath = join(context.scratch, 'e2e.json');
  const env = { ...context.env, E2E_REPORT: reportPath, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' };
  const { code } = await runNode({ ...context, env }, ['node_modules/@playwright/test/cli.js', 'test']);
  return countPlaywright(readReport(reportPath), code);
}

/**
 * Installs missing services before a stage's clock starts; the stage gets their locations as
 * environment variables.
 */
export function services(...names) {
  return async (context) => {
    let added = {};
    // One after the other: apt takes one lock, and each adds to the PATH of the one before.
    for (const name of names) added = { ...added, ...(await ensureService(name, { ...context.env, ...added })) };
    return added;
  };
}

async function runNode({ root, node, env, deadline, onLine }, args) {
  const result = await runChild(node, [...nodeFlags, ...args], {
    cwd: root,
    env,
    onLine,
    timeoutMs: Math.max(1, deadline - Date.now()),
  });
  if (result.isTimeout) (onLine ?? console.log)(`  stopped: ${args[0]} took more than twice the stage's budget`);
  return result;
}

function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

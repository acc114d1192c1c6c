// The ways a stage does its work: commands that pass or fail as one check, or a test runner whose tests are counted.
import { join } from 'node:path';
import { runChild } from '../child.mjs';
import { ensureInstalled } from '../install.mjs';
import { nodeFlags } from '../node-runtime.mjs';
import { countResults } from './count-results.mjs';
import { readResults } from './results-file.mjs';
import { ensureService, offerPgvector } from './services.mjs';

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
  const reporter = 'scripts/test/vitest-reporter.mjs';
  return runTests(project, ({ root }) => [
    'node_modules/vitest/vitest.mjs',
    'run',
    `--project=${project}`,
    '--reporter=default',
    `--reporter=${join(root, reporter)}`,
  ]);
}

/** Runs Playwright on the machine's Chromium. Its config has the reporter. */
export const playwright = runTests('e2e', () => ['node_modules/@playwright/test/cli.js', 'test']);

function runTests(name, toArguments) {
  return async (context) => {
    const path = join(context.scratch, `${name}.jsonl`);
    const { code } = await runNode({ ...context, env: { ...context.env, TEST_RESULTS: path } }, toArguments(context));
    return countResults(readResults(path), code);
  };
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

/** As `services`, with a PostgreSQL that has pgvector where one can be had. */
export function servicesAndPgvector(...names) {
  const ensure = services(...names);
  return async (context) => {
    const added = await ensure(context);
    return { ...added, ...(await offerPgvector({ ...context.env, ...added })) };
  };
}

/** As `services`, with the programs that stage `clients` runs, in a folder of their own. */
export function servicesAndClients(...names) {
  const ensure = services(...names);
  return async (context) => {
    const added = await ensure(context);
    const root = join(context.root, 'tests/clients/programs');
    await ensureInstalled({ root, kind: 'development', title: 'programs of tests/clients', ...streamOf(context) });
    return added;
  };
}

/** Where lines of a stage go that runs next to another one. */
export function streamOf({ onLine }) {
  return onLine ? { stream: { write: (text) => text.split('\n').filter(Boolean).map(onLine) } } : {};
}

async function runNode({ root, node, env, deadline, onLine }, args) {
  const result = await runChild(node, [...nodeFlags, ...args], {
    cwd: root,
    env,
    onLine,
    timeoutMs: Math.max(1, deadline - Date.now()),
  });
  if (result.isTimeout) (onLine ?? console.log)(`  stopped: ${args[0]} took too long for the budget of its stage`);
  return result;
}

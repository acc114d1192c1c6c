// What `npm test` does, in order. A stage fails at twice its budget, or at a limit of its own.
import { ensureBuilt } from '../build.mjs';
import { commands, playwright, services, vitest } from './run-commands.mjs';

export const stages = [
  { name: 'generate', budgetSeconds: 30, run: commands(['lib/dev/check-generated.ts']) },
  {
    name: 'types',
    budgetSeconds: 40,
    run: commands(['node_modules/next/dist/bin/next', 'typegen'], ['node_modules/typescript/bin/tsc', '--noEmit']),
  },
  {
    name: 'lint',
    budgetSeconds: 20,
    run: commands(
      ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'],
      ['node_modules/knip/bin/knip.js', '--no-progress'],
    ),
  },
  { name: 'unit', budgetSeconds: 30, limitSeconds: 120, run: vitest('unit') },
  { name: 'contract', budgetSeconds: 60, run: vitest('contract') },
  { name: 'flows', budgetSeconds: 180, run: vitest('flows') },
  { name: 'integration', budgetSeconds: 900, prepare: services('postgres', 'redis'), run: vitest('integration') },
  { name: 'chaos', budgetSeconds: 120, limitSeconds: 180, prepare: services('postgres', 'redis'), run: vitest('chaos') },
  { name: 'security', budgetSeconds: 180, run: vitest('security') },
  { name: 'build', budgetSeconds: 180, run: build },
  { name: 'start', budgetSeconds: 300, run: vitest('start') },
  { name: 'e2e', budgetSeconds: 1500, prepare: services('chromium'), run: playwright },
  { name: 'bench', budgetSeconds: 90, run: commands(['bench/run.ts', 'smoke']) },
];

async function build({ root, node, env, deadline }) {
  await ensureBuilt({ root, node, env, timeoutMs: deadline - Date.now() });
  return { passed: 1, failed: 0, notes: [] };
}

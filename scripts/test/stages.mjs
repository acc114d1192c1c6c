// The stages of `npm test`, started in this order, two at a time. Budgets hold on two cores that a
// second stage uses too.
import { ensureBuilt } from '../build.mjs';
import { commands, playwright, services, servicesAndClients, servicesAndPgvector, streamOf, vitest } from './run-commands.mjs';

export const stages = [
  { name: 'generate', budgetSeconds: 30, run: commands(['lib/dev/check-generated.ts']) },
  {
    name: 'types',
    budgetSeconds: 60,
    run: commands(['node_modules/next/dist/bin/next', 'typegen'], ['node_modules/typescript/bin/tsc', '--noEmit']),
  },
  {
    name: 'lint',
    budgetSeconds: 40,
    run: commands(
      ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'],
      ['node_modules/knip/bin/knip.js', '--no-progress'],
    ),
  },
  { name: 'unit', budgetSeconds: 90, run: vitest('unit') },
  { name: 'build', budgetSeconds: 240, run: build },
  // The two longest come early, so that neither runs by itself at the end.
  {
    name: 'integration',
    budgetSeconds: 1380,
    prepare: servicesAndPgvector('postgres', 'redis', 'mysql', 'office', 'nginx'),
    run: vitest('integration'),
  },
  { name: 'e2e', budgetSeconds: 1500, needs: ['build'], prepare: services('chromium', 'postgres'), run: playwright },
  { name: 'contract', budgetSeconds: 90, run: vitest('contract') },
  { name: 'flows', budgetSeconds: 240, run: vitest('flows') },
  {
    name: 'clients',
    budgetSeconds: 120,
    prepare: servicesAndClients('postgres', 'chromium', 'prometheus'),
    run: vitest('clients'),
  },
  { name: 'security', budgetSeconds: 300, run: vitest('security') },
  // `npm run dev` and the browser tests' server would use one build folder.
  { name: 'start', budgetSeconds: 360, needs: ['build', 'e2e'], run: vitest('start') },
  { name: 'chaos', budgetSeconds: 150, prepare: services('postgres', 'redis'), run: vitest('chaos') },
  // It measures, so nothing else may use the machine.
  { name: 'bench', budgetSeconds: 90, isAlone: true, run: commands(['bench/run.ts', 'smoke']) },
];

async function build({ root, node, env, deadline, onLine }) {
  await ensureBuilt({ root, node, env, ...streamOf({ onLine }), timeoutMs: deadline - Date.now() });
  return { passed: 1, failed: 0, notes: [] };
}

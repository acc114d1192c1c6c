import { compareForks } from '#tests/support/random/compare-fork.ts';
import { compareWithReference } from '#tests/support/random/compare-with-reference.ts';
import { randomWorkflow } from '#tests/support/random/random-workflow.ts';
import { aim } from './aims.ts';
import type { BenchOptions, BenchResult } from './run.ts';

/** Of each so many workflows one is forked, too: those go through the whole engine. */
const WORKFLOWS_PER_FORK = 50;

/** Runs random workflows, and forks of some, in the engine and in the reference executor and counts those that differ. `--count`, `--seed`. */
export default async function semantics(options: BenchOptions): Promise<BenchResult> {
  const count = Number(options.count ?? 10_000);
  const seed = Number(options.seed ?? Date.now() % 1_000_000_000);
  const differing: { seed: number; problems: string[] }[] = [];
  for (let index = 0; index < count; index++) {
    const problems = await compareWithReference(randomWorkflow(seed + index));
    if (index % WORKFLOWS_PER_FORK === 0) problems.push(...((await compareForks(seed + index)) ?? []));
    if (problems.length > 0) differing.push({ seed: seed + index, problems });
  }
  return {
    name: 'semantics',
    aims: [aim('workflows', count, { atLeast: 10_000 }), aim('differing', differing.length, { atMost: 0 })],
    workflows: count,
    differing: differing.length,
    seed,
    ...(differing.length > 0 && { first: differing.slice(0, 5) }),
  };
}

import { compareWithReference } from '#tests/support/random/compare-with-reference.ts';
import { randomWorkflow } from '#tests/support/random/random-workflow.ts';
import { aim } from './aims.ts';
import type { BenchOptions, BenchResult } from './run.ts';

/** Runs random workflows in the engine and in the reference executor and counts those that differ. `--count`, `--seed`. */
export default async function semantics(options: BenchOptions): Promise<BenchResult> {
  const count = Number(options.count ?? 10_000);
  const seed = Number(options.seed ?? Date.now() % 1_000_000_000);
  const differing: { seed: number; problems: string[] }[] = [];
  for (let index = 0; index < count; index++) {
    const problems = await compareWithReference(randomWorkflow(seed + index));
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

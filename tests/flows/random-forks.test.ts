import { expect, test } from 'vitest';
import { compareForks } from '../support/random/compare-fork.ts';

/** Fixed, so that failures are reproducible. `npm run bench -- semantics` uses new seeds. */
const SEED = 20_261_122;

test('forks of two hundred random runs agree with the reference executor', async () => {
  let count = 0;
  for (let seed = SEED; count < 200; seed++) {
    const problems = await compareForks(seed);
    if (!problems) continue;
    expect(problems, `seed ${seed}`).toEqual([]);
    count++;
  }
}, 180_000);

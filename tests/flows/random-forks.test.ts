import { expect, test } from 'vitest';
import { compareForks } from '../support/random/compare-fork.ts';

/** Fixed, so that a red test stays red; `npm run bench -- semantics` takes a new seed each time. */
const SEED = 20_261_122;

test('forks of two hundred random runs agree with the reference executor', async () => {
  let count = 0;
  for (let seed = SEED; count < 200; seed++) {
    const problems = await compareForks(seed);
    if (!problems) continue;
    expect(problems, `seed ${seed}`).toEqual([]);
    count++;
  }
}, 60_000);

import { expect, test } from 'vitest';
import { compareWithReference } from '../support/random/compare-with-reference.ts';
import { randomWorkflow } from '../support/random/random-workflow.ts';

/** Fixed, so that a red test stays red; `npm run bench -- semantics` takes a new seed each time. */
const SEED = 20_261_121;

test('the engine agrees with the reference executor on a thousand random workflows', async () => {
  for (let seed = SEED; seed < SEED + 1000; seed++) {
    expect(await compareWithReference(randomWorkflow(seed)), `seed ${seed}`).toEqual([]);
  }
}, 60_000);

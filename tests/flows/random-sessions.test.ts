import { expect, test } from 'vitest';
import { compareSession } from '../support/random/compare-session.ts';
import type { EndTally } from '../support/random/compare-with-reference.ts';

/** Fixed, so that failures are reproducible. `npm run bench -- semantics` uses new seeds. */
const SEED = 20_261_126;

test('the engine agrees with the reference executor on the turns of eighty random sessions', async () => {
  const tally: EndTally = new Map();
  for (let seed = SEED; seed < SEED + 80; seed++) expect(await compareSession(seed, tally), `seed ${seed}`).toEqual([]);
  for (const used of ['set succeeded', 'set failed', 'llm succeeded', 'map succeeded']) expect([...tally.keys()]).toContain(used);
}, 60_000);

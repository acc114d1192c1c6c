import { expect, test } from 'vitest';
import { compareWithReference } from '../support/random/compare-with-reference.ts';
import { randomWorkflow } from '../support/random/random-workflow.ts';
import { workflowOf } from '../support/test-engine.ts';

/** Fixed, so that failures are reproducible. `npm run bench -- semantics` uses new seeds. */
const SEED = 20_261_121;

test('the engine agrees with the reference executor on a thousand random workflows', async () => {
  for (let seed = SEED; seed < SEED + 1000; seed++) {
    expect(await compareWithReference(randomWorkflow(seed)), `seed ${seed}`).toEqual([]);
  }
}, 180_000);

test.each(['constructor', 'toString', 'hasOwnProperty'])('a port named %s that did not fire is dead in both', async (port) => {
  const workflow = workflowOf({ first: probe('out'), after: probe('out'), constructor: probe(port), last: probe('out') }, [
    `first.${port} -> after`,
    'first -> constructor',
    `constructor.${port} -> last`,
  ]);
  expect(await compareWithReference(workflow)).toEqual([]);
});

function probe(port: string): [type: string, config: Record<string, unknown>] {
  return ['probe', { ports: [port], failures: 0, isRetryable: false, answers: 'next-turn', effects: 'write', seen: null }];
}

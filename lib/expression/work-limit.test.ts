import { expect, test } from 'vitest';
import { compileCel } from './condition.ts';
import { compileText } from './liquid-engine.ts';
import { WorkLimit } from './work-limit.ts';

/** The thread waits as on a busy machine: time passes, and no CPU time. */
function stall(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** Values that are read after the thread has waited. */
const stalled = {
  get text() {
    stall(300);
    return 'read';
  },
};

test('work that waits for the machine is within its limit, and work that uses the CPU ends at it', () => {
  const limit = new WorkLimit(20);
  stall(40);
  expect(limit.isExceeded(performance.now())).toBe(false);
  stall(40);
  expect(limit.isExceeded(performance.now())).toBe(false);
  const startedAt = performance.now();
  while (!limit.isExceeded(performance.now())) if (performance.now() - startedAt > 10_000) break;
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});

test('a template and an expression of a busy machine have their value', () => {
  expect(compileText('{{ node.text }}{{ node.text }}!')({ node: stalled })).toBe('readread!');
  const expression = compileCel('["a", "b"].all(one, one != node.text)');
  expect(expression.evaluate({ node: stalled })).toBe(true);
});

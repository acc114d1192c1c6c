import { expect, test } from 'vitest';
import { makeExecutorContext } from '#tests/support/executor-context.ts';
import execute from './start.executor.ts';

test('start fails with every problem of the inputs, so that a run made by hand cannot slip past the request check', () => {
  const { context } = makeExecutorContext({ runInputs: { cuont: 1 } });
  const config = {
    inputs: [
      { name: 'question', type: 'text' as const, required: true },
      { name: 'count', type: 'number' as const },
    ],
  };
  expect(() => execute({ config, context })).toThrow(
    expect.objectContaining({
      code: 'inputs-invalid',
      isRetryable: false,
      message: "Input 'question' is required. The workflow has no input 'cuont'",
    }),
  );
});

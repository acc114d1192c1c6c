import { NodeFailure } from '#lib/errors/node-failure.ts';
import loop from '#nodes/loop/loop.node.ts';
import { defineExecutor } from '../contract/define-executor.ts';
import { bodyFailure } from './body-failure.ts';
import { evaluateIn } from './routing.ts';

export default defineExecutor(loop, async ({ config, context }) => {
  let last: unknown = config.initial;
  for (let index = 0; index < config.max; index++) {
    const variables = { loop: index === 0 && config.initial === undefined ? { index } : { index, last } };
    const outcome = await context.runBody({ index, variables, signal: context.signal });
    if (outcome.status === 'failed') throw bodyFailure(outcome.error, `Iteration ${index + 1} of the loop`);
    context.signal.throwIfAborted();
    last = outcome.status === 'succeeded' ? outcome.value : null;
    if (!continues(evaluateIn('config.while', config.while, context, { loop: { index, last } }), config.while))
      return { out: last };
    // A further attempt has waited before the iterations that an earlier one began.
    if (config.everyMs > 0 && index + 1 < config.max && !context.hasReached(index + 1))
      await context.pause({ key: `after:${index}`, forMs: config.everyMs });
  }
  if (config.onMax === 'continue') return { out: last };
  throw new NodeFailure('loop-limit', `The loop ran ${config.max} times, and its condition still holds: ${config.while}`, {
    path: 'config.max',
    hint: 'Raise the limit, or let it end with the last result',
  });
});

function continues(value: unknown, condition: string): boolean {
  if (typeof value === 'boolean') return value;
  throw new NodeFailure('condition-not-boolean', `The condition '${condition}' gives neither true nor false`, {
    path: 'config.while',
    hint: 'Compare it with something, as in loop.index < 3',
  });
}

import { NodeFailure } from '#lib/errors/node-failure.ts';
import { ERROR_PORT } from '#lib/workflow/node-ports.ts';
import join from '#nodes/join/join.node.ts';
import { defineExecutor, type LiveInput } from '../contract/define-executor.ts';

/** For a race the wrapper passes the winning input, or all inputs if each is an error. */
export default defineExecutor(join, ({ config, context: { live } }) => {
  if (config.mode === 'all') return { out: { value: Object.fromEntries(live.map(({ source, value }) => [source, value])) } };
  const [won] = live;
  if (config.mode === 'first' && won?.port === ERROR_PORT) throw noneSucceeded(live);
  return { out: { value: won?.value ?? null, from: won?.source ?? null } };
});

function noneSucceeded(live: readonly LiveInput[]): NodeFailure {
  const errors = live.map(({ source, value }) => `${source}: ${(value as { message?: string } | null)?.message ?? 'failed'}`);
  return new NodeFailure('no-branch-succeeded', `Every branch that leads here failed. ${errors.join('; ')}`, {
    hint: 'Look at the branches, or say in the options of this node what is to happen then',
  });
}

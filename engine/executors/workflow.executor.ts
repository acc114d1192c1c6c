import workflow from '#nodes/workflow/workflow.node.ts';
import { defineExecutor } from '../contract/define-executor.ts';
import { bodyFailure } from './body-failure.ts';

export default defineExecutor(workflow, async ({ config, context }) => {
  const outcome = await context.runBody({ index: 0, variables: {}, inputs: config.inputs, signal: context.signal });
  if (outcome.status === 'failed') throw bodyFailure(outcome.error, `The workflow ${config.workflowId}`);
  context.signal.throwIfAborted();
  return { out: outcome.status === 'succeeded' ? outcome.value : null };
});

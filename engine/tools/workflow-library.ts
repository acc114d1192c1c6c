import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { WorkflowLibrary } from '#lib/ports/workflow-library.ts';
import type { ExecutorContext } from '../contract/define-executor.ts';

/** @throws {NodeFailure} `tool-not-enabled` where there are no saved workflows */
export function workflowLibrary({ tools }: Pick<ExecutorContext, 'tools'>): WorkflowLibrary {
  if (tools.workflows) return tools.workflows;
  throw new NodeFailure('tool-not-enabled', 'There are no saved workflows here', { hint: 'Run the workflow on a server' });
}

import type { ExecutorContext } from '../contract/define-executor.ts';
import type { ProcessorContext } from '../contract/define-processor-handler.ts';

/** The long-term memory about the user of the run, as context processors search it. */
export function recallIn({ tools, workspaceId, runId, signal }: ExecutorContext): ProcessorContext['recall'] {
  return async (query, limit) => (await tools.userMemory?.recall({ workspaceId, runId }, { query, limit }, signal)) ?? [];
}

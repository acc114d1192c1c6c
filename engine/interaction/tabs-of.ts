import type { ExecutorContext } from '../contract/define-executor.ts';
import type { ProcessorContext } from '../contract/define-processor-handler.ts';

/** The tabs of the conversation of a run, as context processors read them. */
export function tabsOf({ tools, workspaceId, runId }: ExecutorContext): ProcessorContext['tabs'] {
  return async (limit) => (await tools.tabs?.read({ workspaceId, runId }, limit)) ?? [];
}

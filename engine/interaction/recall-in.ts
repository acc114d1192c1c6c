import type { ExecutorContext } from '../contract/define-executor.ts';
import type { ProcessorContext } from '../contract/define-processor-handler.ts';
import { meterOf } from '../contract/model-meter.ts';

/** The long-term memory about the user of the run, as context processors search it. */
export function recallIn(context: ExecutorContext): ProcessorContext['recall'] {
  const { tools, workspaceId, runId, signal } = context;
  const request = { signal, meter: meterOf(context) };
  return async (query, limit) => (await tools.userMemory?.recall({ workspaceId, runId }, { query, limit }, request)) ?? [];
}

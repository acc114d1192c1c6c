import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { ToolResult } from '#lib/tools/tool-result.ts';
import toolCall from '#nodes/tool-call/tool-call.node.ts';
import { defineExecutor } from '../contract/define-executor.ts';
import { TOOL_NAME } from '../tools/prepare-call.ts';
import { runToolCalls, toolCallKey } from '../tools/run-tool-calls.ts';

const STEP = 'call';

export default defineExecutor(toolCall, async ({ config, context }) => {
  const { toolName, parameters, timeoutMs } = config;
  const call = { id: context.nodeId, name: toolName, input: parameters };
  const [result] = await runToolCalls([call], context, {
    step: STEP,
    largeData: 'whole',
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
  const { status, data, summary, failure } = result as ToolResult;
  if (status === 'success' || status === 'cancelled') return { out: { status, data, summary } };
  // The ledger has this failure as the result: discarded, another attempt makes the call again,
  // unless a person refused.
  if (failure?.code !== 'effect-unknown') context.discardEffect(toolCallKey(STEP, call.id));
  throw nodeFailure(summary, failure);
});

function nodeFailure(summary: string, failure: ToolResult['failure']): NodeFailure {
  const { code = 'tool-failed', message = summary, isRetryable = false, path, hint } = failure ?? {};
  const field = path === TOOL_NAME ? 'config.toolName' : path !== undefined ? `config.parameters.${path}` : undefined;
  return new NodeFailure(code, message, {
    isRetryable,
    ...(field !== undefined && { path: field }),
    ...(hint !== undefined && { hint }),
  });
}

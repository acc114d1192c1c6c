import { NodeFailure } from '#lib/errors/node-failure.ts';
import { withoutRetries } from '#lib/run/node-path.ts';
import type { ToolResult } from '#lib/tools/tool-result.ts';
import type { ExecutorContext } from '../contract/define-executor.ts';
import { TOOL_NAME } from './prepare-call.ts';
import { discardToolCall, runToolCalls } from './run-tool-calls.ts';

const STEP = 'call';

type OneCall = {
  readonly toolName: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly timeoutMs: number | undefined;
  /** Fields of the config that name the tool and hold its arguments. */
  readonly fields: { readonly name: string; readonly parameters: string };
};

/**
 * Makes the only call of a node that calls one tool.
 * @throws {NodeFailure} for a failed call, at the field of the config that is at fault
 */
export async function callOneTool(
  { toolName, parameters, timeoutMs, fields }: OneCall,
  context: ExecutorContext,
): Promise<Pick<ToolResult, 'status' | 'data' | 'summary'> & { readonly warnings: readonly string[] }> {
  const call = { id: withoutRetries(context.nodeId), name: toolName, input: parameters };
  const [result] = await runToolCalls([call], context, {
    step: STEP,
    largeData: 'whole',
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
  const { status, data, summary, warnings = [], failure } = result as ToolResult;
  if (status === 'success' || status === 'cancelled') return { status, data, summary, warnings };
  // The ledger would replay the failure in every attempt. Discarded, it lets the next attempt call again; not so when
  // a person decided that a call with an unknown outcome is not repeated.
  if (failure?.code !== 'effect-unknown') discardToolCall({ id: call.id, step: STEP, status }, context);
  throw nodeFailure(summary, failure, fields);
}

function nodeFailure(summary: string, failure: ToolResult['failure'], fields: OneCall['fields']): NodeFailure {
  const { code = 'tool-failed', message = summary, isRetryable = false, path, hint } = failure ?? {};
  const field = path === TOOL_NAME ? fields.name : path !== undefined ? `${fields.parameters}.${path}` : undefined;
  return new NodeFailure(code, message, {
    isRetryable,
    ...(field !== undefined && { path: `config.${field}` }),
    ...(hint !== undefined && { hint }),
  });
}

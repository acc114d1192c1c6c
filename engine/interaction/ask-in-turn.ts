import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { ModelHandle } from '#lib/ports/model-registry.ts';
import { addUsage, NO_USAGE } from '#lib/run/token-usage.ts';
import type { ExecutorContext } from '../contract/define-executor.ts';
import type { Answer } from './answer.ts';
import { callModel, errorForLog, type ModelCallContext, type ModelReply } from './call-model.ts';
import type { ModelRequest } from './model-request.ts';

/**
 * Sends a request to the models in order until one answers. The log has the reason of each
 * fallback; deltas of a failed model are void.
 * @throws as `callModel`, for the last model; at once for errors that are no model's fault
 */
export async function askInTurn(
  models: readonly ModelHandle[],
  requestFor: (handle: ModelHandle) => ModelRequest,
  context: ModelCallContext,
): Promise<Answer> {
  const spent = { llmCalls: 0, usage: NO_USAGE };
  const last = { callId: '', attempt: 1 };
  const counting: ModelCallContext = {
    ...context,
    emit(event, options) {
      if (event.type === 'llm_call') Object.assign(last, { callId: event.callId, attempt: 1 });
      if (event.type === 'llm_stream_retry') last.attempt = event.attempt + 1;
      context.emit(event, options);
    },
    countUsage(usage, calls) {
      spent.llmCalls += calls.llmCalls ?? 0;
      spent.usage = addUsage(spent.usage, usage);
      context.countUsage(usage, calls);
    },
  };
  for (const [model, handle] of models.entries()) {
    try {
      const reply = await call(handle, requestFor(handle), counting);
      const { callId, attempts, finishReason, rawFinishReason, only, contextTokens, messages, toolCalls } = reply;
      const end = { finishReason, ...(rawFinishReason !== undefined && { rawFinishReason }), ...(only && { only }) };
      return { callId, attempts, ...end, contextTokens, model, messages, toolCalls, ...spent };
    } catch (error) {
      if (model === models.length - 1 || !isModelsFault(error)) throw error;
      context.emit({ type: 'llm_stream_retry', ...last, delayMs: 0, error: errorForLog(error) });
    }
  }
  throw new Error('There is at least one model');
}

/** Another model may do better; a used-up token limit or a stop is not the model's. */
export function isModelsFault(error: unknown): error is NodeFailure {
  return NodeFailure.is(error) && error.code.startsWith('model-');
}

async function call(handle: ModelHandle, request: ModelRequest, context: ModelCallContext): Promise<ModelReply> {
  if (request.tools) {
    if (handle.toolProtocol === 'native') return callModel(handle, request, context);
    const { callWithPromptedTools } = await import('./prompted-tools/call-with-prompted-tools.ts');
    return callWithPromptedTools(handle, request, context);
  }
  if (!request.messages.some(({ role }) => role === 'tool')) return callModel(handle, request, context);
  // Anthropic refuses, and others cannot render, calls and results without tool definitions: they
  // become text.
  const { toPromptedMessages } = await import('./prompted-tools/to-prompted-messages.ts');
  const { lastingMessages: _, ...rest } = request;
  return callModel(handle, { ...rest, messages: toPromptedMessages(request.messages, context.language) }, context);
}

/** For questions of our own, whose text is no part of the answer. */
export function withoutDeltas(context: ExecutorContext): ExecutorContext {
  return {
    ...context,
    emit(event, options) {
      if (event.type === 'content' || event.type === 'thinking') return;
      context.emit(event.type === 'llm_result' ? { ...event, isHidden: true } : event, options);
    },
  };
}

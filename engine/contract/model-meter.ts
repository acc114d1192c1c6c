import type { ModelMeter } from '#lib/ports/model-meter.ts';
import { NO_USAGE } from '#lib/run/token-usage.ts';
import type { ExecutorContext } from './define-executor.ts';

/**
 * Charges embeddings and rerankers to a run: they are in its log and count against its limits and the
 * budgets of its key and workspace, as calls of language models do.
 * @param toolCallId of the tool call that makes them, if any
 */
export function meterOf(context: ExecutorContext, toolCallId?: string): ModelMeter {
  const { clock } = context;
  return {
    async begin({ operation, model, texts }) {
      await context.admitModelCall();
      const call = { callId: context.newId('call'), operation, ...(toolCallId !== undefined && { toolCallId }) };
      const startedAt = clock.now();
      context.emit({ type: 'llm_call', ...call, model, request: { task: operation, texts } });
      return (end) => {
        const usage = end !== 'cancelled' && 'usage' in end ? end.usage : NO_USAGE;
        const failure = end !== 'cancelled' && 'failure' in end ? end.failure : undefined;
        context.emit({
          type: 'llm_result',
          ...call,
          finishReason: failure ? 'error' : end === 'cancelled' ? end : 'stop',
          content: '',
          usage,
          durationMs: Math.max(0, clock.now() - startedAt),
          ...(failure && { error: { code: failure.code, message: failure.message } }),
        });
        context.countUsage(usage, { llmCalls: 1 });
      };
    },
  };
}

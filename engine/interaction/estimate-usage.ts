import type { ModelMessage } from 'ai';
import type { ModelHandle } from '#lib/ports/model-registry.ts';
import type { TokenUsage } from '#lib/run/run-event.ts';
import { sentAlongTokens } from './context-size.ts';
import type { ModelRequest } from './model-request.ts';
import type { Attempt } from './read-stream.ts';
import { countTokens, encodingOf } from './tokens/count-tokens.ts';

/** What a request weighs, at a guess. */
export async function estimatePrompt(request: ModelRequest): Promise<number> {
  return sentAlongTokens(request) + (await countTokens(request.messages, undefined));
}

/**
 * The usage of an attempt: the server's count, else our tokenizer's, so that limits hold with
 * servers that count nothing. Zero for an attempt that failed before its first token.
 */
export async function usageOf({ received, failed }: Attempt, handle: ModelHandle, request: ModelRequest): Promise<TokenUsage> {
  const { usage, text, thinking, toolCalls } = received;
  const hasSaid = text !== '' || thinking !== '' || toolCalls.length > 0;
  if (usage.totalTokens > 0 || (failed && !hasSaid)) return usage;
  const answer: ModelMessage[] =
    received.messages.length > 0 ? received.messages : [{ role: 'assistant', content: thinking + text }];
  const encoding = encodingOf(handle.modelId);
  const promptTokens = sentAlongTokens(request) + (await countTokens(request.messages, encoding));
  const completionTokens = await countTokens(answer, encoding);
  return { promptTokens, completionTokens, totalTokens: promptTokens + completionTokens, isEstimated: true };
}

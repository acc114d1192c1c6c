import type { TokenUsage } from './run-event.ts';

export const NO_USAGE: TokenUsage = { promptTokens: 0, completionTokens: 0, totalTokens: 0 };

/** The sum; `reasoningTokens` only where one of the two has some. */
export function addUsage(a: TokenUsage, b: TokenUsage): TokenUsage {
  const reasoningTokens = (a.reasoningTokens ?? 0) + (b.reasoningTokens ?? 0);
  return {
    promptTokens: a.promptTokens + b.promptTokens,
    completionTokens: a.completionTokens + b.completionTokens,
    totalTokens: a.totalTokens + b.totalTokens,
    ...(reasoningTokens > 0 && { reasoningTokens }),
  };
}

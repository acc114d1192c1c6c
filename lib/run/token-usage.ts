import type { TokenUsage } from './run-event.ts';

export const NO_USAGE: TokenUsage = { promptTokens: 0, completionTokens: 0, totalTokens: 0 };

/** What a model costs, in USD for a million tokens. */
export type TokenPrice = {
  readonly inputUsd: number;
  readonly outputUsd: number;
  readonly cachedInputUsd: number;
  /** @defaultValue `inputUsd` */
  readonly cacheWriteUsd?: number;
  /** Of one image. @defaultValue 0, as of the two below */
  readonly imageUsd?: number;
  /** Of a million characters that are spoken. */
  readonly speechUsd?: number;
  /** Of a minute of audio that is transcribed. */
  readonly audioMinuteUsd?: number;
};

/** What media cost besides tokens. */
export type MediaAmount = { readonly images?: number; readonly spokenChars?: number; readonly audioSeconds?: number };

/** As `priced`, with what is paid by the image, the character or the minute. */
export function pricedMedia(usage: TokenUsage, amount: MediaAmount, price: TokenPrice | undefined): TokenUsage {
  if (!price) return usage;
  const { images = 0, spokenChars = 0, audioSeconds = 0 } = amount;
  const { imageUsd = 0, speechUsd = 0, audioMinuteUsd = 0 } = price;
  const mediaUsd = images * imageUsd + (spokenChars * speechUsd) / 1e6 + (audioSeconds / 60) * audioMinuteUsd;
  const withTokens = priced(usage, price);
  return { ...withTokens, costUsd: roundUsd((withTokens.costUsd ?? 0) + mediaUsd) };
}

/** The usage with its cost; without a cost if the price is unknown, which differs from a cost of 0. */
export function priced(usage: TokenUsage, price: TokenPrice | undefined): TokenUsage {
  if (!price) return usage;
  // a server may count more cached tokens than it was sent
  const cached = Math.min(usage.cachedTokens ?? 0, usage.promptTokens);
  const written = Math.min(usage.cacheWriteTokens ?? 0, usage.promptTokens - cached);
  const { inputUsd, outputUsd, cachedInputUsd, cacheWriteUsd = inputUsd } = price;
  const promptUsd = (usage.promptTokens - cached - written) * inputUsd + cached * cachedInputUsd + written * cacheWriteUsd;
  const millionths = promptUsd + usage.completionTokens * outputUsd;
  return { ...usage, costUsd: roundUsd(millionths / 1e6) };
}

/** The sum; what only some usages have, as `reasoningTokens`, only where one of the two has some. */
export function addUsage(a: TokenUsage, b: TokenUsage): TokenUsage {
  const reasoningTokens = (a.reasoningTokens ?? 0) + (b.reasoningTokens ?? 0);
  const cachedTokens = (a.cachedTokens ?? 0) + (b.cachedTokens ?? 0);
  const cacheWriteTokens = (a.cacheWriteTokens ?? 0) + (b.cacheWriteTokens ?? 0);
  return {
    promptTokens: a.promptTokens + b.promptTokens,
    completionTokens: a.completionTokens + b.completionTokens,
    totalTokens: a.totalTokens + b.totalTokens,
    ...(reasoningTokens > 0 && { reasoningTokens }),
    ...(cachedTokens > 0 && { cachedTokens }),
    ...(cacheWriteTokens > 0 && { cacheWriteTokens }),
    ...((a.isEstimated || b.isEstimated) && { isEstimated: true }),
    ...addCost(a, b),
  };
}

/** An unknown cost and a known one give what is known of it, and say that it is not all. */
function addCost(a: TokenUsage, b: TokenUsage): Pick<TokenUsage, 'costUsd' | 'isCostPartial'> {
  if (a.costUsd === undefined && b.costUsd === undefined) return {};
  const isCostPartial = [a, b].some((one) => one.isCostPartial || (one.costUsd === undefined && one.totalTokens > 0));
  return { costUsd: roundUsd((a.costUsd ?? 0) + (b.costUsd ?? 0)), ...(isCostPartial && { isCostPartial }) };
}

/**
 * To a billionth of a dollar: one token of a model at $0.001 a million. Whole micro-dollars would
 * lose the short calls of cheap models, and unrounded sums show binary fractions (0.1 + 0.2) to
 * people.
 */
function roundUsd(usd: number): number {
  return Math.round(usd * 1e9) / 1e9;
}

import type { Budget, OnBudget } from '#lib/ports/budget-book.ts';

/** As it is typed; empty for no limit. */
export type BudgetDraft = { readonly costUsd: string; readonly tokens: string; readonly onBudget: OnBudget };
type ReadBudget = { readonly budget: Budget | null } | { readonly wrong: readonly ('costUsd' | 'tokens')[] };

/** The budget that was typed, null when it has no limit at all, or the fields that hold none. */
export function readBudget({ costUsd, tokens, onBudget }: BudgetDraft): ReadBudget {
  const [maxCostUsd, maxTokens] = [readAmount(costUsd), readAmount(tokens)];
  const isCostWrong = maxCostUsd !== undefined && !(maxCostUsd > 0 && Number.isFinite(maxCostUsd));
  const areTokensWrong = maxTokens !== undefined && !(maxTokens > 0 && Number.isSafeInteger(maxTokens));
  if (isCostWrong || areTokensWrong)
    return { wrong: [...(isCostWrong ? ['costUsd' as const] : []), ...(areTokensWrong ? ['tokens' as const] : [])] };
  if (maxCostUsd === undefined && maxTokens === undefined) return { budget: null };
  return { budget: { ...(maxCostUsd !== undefined && { maxCostUsd }), ...(maxTokens !== undefined && { maxTokens }), onBudget } };
}

/** Undefined for no limit, NaN for what is no number. */
function readAmount(text: string): number | undefined {
  const bare = text
    .trim()
    .replace(/^\$\s*/, '')
    .replaceAll(/(?<=\d),(?=\d{3}(?:\D|$))/g, '');
  if (bare === '') return undefined;
  return /^\d+(\.\d+)?$/.test(bare) ? Number(bare) : Number.NaN;
}

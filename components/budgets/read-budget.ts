import type { Budget, OnBudget } from '#lib/ports/budget-book.ts';

/** The texts of the form's fields; an empty text means no limit. */
export type BudgetDraft = { readonly costUsd: string; readonly tokens: string; readonly onBudget: OnBudget };
type ReadBudget = { readonly budget: Budget | null } | { readonly invalidFields: readonly ('costUsd' | 'tokens')[] };

/** Parses the form: the budget, null without any limit, or the names of the invalid fields. */
export function readBudget({ costUsd, tokens, onBudget }: BudgetDraft): ReadBudget {
  const [maxCostUsd, maxTokens] = [readAmount(costUsd), readAmount(tokens)];
  const isCostInvalid = maxCostUsd !== undefined && !(maxCostUsd > 0 && Number.isFinite(maxCostUsd));
  const areTokensInvalid = maxTokens !== undefined && !(maxTokens > 0 && Number.isSafeInteger(maxTokens));
  if (isCostInvalid || areTokensInvalid)
    return { invalidFields: [...(isCostInvalid ? ['costUsd' as const] : []), ...(areTokensInvalid ? ['tokens' as const] : [])] };
  if (maxCostUsd === undefined && maxTokens === undefined) return { budget: null };
  return { budget: { ...(maxCostUsd !== undefined && { maxCostUsd }), ...(maxTokens !== undefined && { maxTokens }), onBudget } };
}

/** @returns undefined for an empty text, NaN for a text that is not a number */
function readAmount(text: string): number | undefined {
  const digits = text
    .trim()
    .replace(/^\$\s*/, '')
    .replaceAll(/(?<=\d),(?=\d{3}(?:\D|$))/g, '');
  if (digits === '') return undefined;
  return /^\d+(\.\d+)?$/.test(digits) ? Number(digits) : Number.NaN;
}

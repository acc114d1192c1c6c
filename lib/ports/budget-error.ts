import { formatUsd } from '../i18n/format-usd.ts';
import type { BudgetHit } from './budget-book.ts';

const DAY_MS = 86_400_000;

/** Codes of `budgetError`. All of them end with the day (UTC): a retry on the next one may succeed. */
export const BUDGET_CODES: readonly string[] = ['day-token-budget', 'day-cost-budget', 'key-token-budget', 'key-cost-budget'];

/**
 * A used-up budget, as an error. Its code alone says whose budget it was, and of what: messages are
 * not shown to everybody.
 */
export function budgetError(hit: BudgetHit): { code: string; message: string; path: string; hint: string } {
  const isCost = hit.what === 'cost';
  const isKey = hit.scope === 'key';
  return {
    code: `${isKey ? 'key' : 'day'}-${isCost ? 'cost' : 'token'}-budget`,
    message: `${budgetOwner(hit)} may ${usesOf(hit)} a day, and ${amountOf(hit.used, hit.what)} are used on ${hit.day} (UTC)`,
    path: isKey ? `key.budget.${isCost ? 'maxCostUsd' : 'maxTokens'}` : `limits.day.${isCost ? 'max_cost_usd' : 'max_tokens'}`,
    hint: isKey ? 'Make a key with a higher budget, or try again tomorrow' : 'Raise it under Settings, or try again tomorrow',
  };
}

/** Until the budgets start anew, at midnight UTC. @param nowMs milliseconds since 1970 */
export function secondsToNextDay(nowMs: number): number {
  return Math.ceil((DAY_MS - (nowMs % DAY_MS)) / 1000);
}

export function budgetOwner({ scope, owner }: BudgetHit): string {
  return scope === 'key' ? `The key tlk_${owner}…` : 'The workspace';
}

/** A count of tokens or USD, with its unit. */
export function amountOf(count: number, what: BudgetHit['what']): string {
  return what === 'cost' ? formatUsd(count) : `${count} tokens`;
}

function usesOf({ what, max }: BudgetHit): string {
  return what === 'cost' ? `spend ${formatUsd(max)}` : `use ${max} tokens`;
}

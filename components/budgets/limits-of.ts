import type { SpentBudget } from '#lib/api/budgets.contract.ts';

/** One limit of a budget, and what is used of it today. */
export type Limit = {
  readonly what: 'cost' | 'tokens';
  readonly used: number;
  readonly max: number;
  /** The limit was raised for this day only. */
  readonly isRaised: boolean;
};

/** The limits of a budget, in the order they are shown; none without a budget. */
export function limitsOf({ budget, costUsd, tokens, raisedCostUsd, raisedTokens }: SpentBudget): Limit[] {
  const cost = limit('cost', { used: costUsd, max: budget?.maxCostUsd, raised: raisedCostUsd });
  return [cost, limit('tokens', { used: tokens, max: budget?.maxTokens, raised: raisedTokens })].filter(
    (one) => one !== undefined,
  );
}

type Part = { used: number; max: number | undefined; raised: number | null };

function limit(what: Limit['what'], { used, max, raised }: Part): Limit | undefined {
  if (max === undefined) return undefined;
  return { what, used, max: Math.max(max, raised ?? 0), isRaised: raised !== null && raised > max };
}

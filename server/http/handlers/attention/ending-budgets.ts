import { type AttentionResource, BUDGET_NEAR_END } from '#lib/api/attention.contract.ts';
import type { Budget } from '#lib/ports/budget-book.ts';
import type { DayUsage, Spent } from '../../../db/repositories/usage-repository.ts';

const DAY_MS = 86_400_000;
/** Before that much of a day, its pace says little of the rest. */
const MIN_PACE_MS = 3_600_000;

type Ending = AttentionResource['budgets'][number];
type Usage = Pick<DayUsage, 'workspace' | 'keys'> & { readonly budget: Budget | undefined };

/** Budgets of today that are nearly used, or that end today at the pace so far; the fullest first. */
export function endingBudgets({ workspace, keys, budget }: Usage, nowMs: number): Ending[] {
  const ofWorkspace = budget ? limitsOf(budget, workspace) : [];
  const all = [
    ...ofWorkspace.map((limit) => ({ ...limit, scope: { kind: 'workspace' as const, id: null, name: null } })),
    ...keys.flatMap((key) =>
      limitsOf(key.budget, key).map((limit) => ({ ...limit, scope: { kind: 'key' as const, id: key.id, name: key.name } })),
    ),
  ];
  return all
    .map((limit) => ({ ...limit, usedUpAt: usedUpAt(limit, nowMs) }))
    .filter(({ spent, limit, usedUpAt: at }) => spent > 0 && (spent >= limit * BUDGET_NEAR_END || at !== null))
    .sort((a, b) => b.spent / (b.limit || 1) - a.spent / (a.limit || 1));
}

function limitsOf({ maxCostUsd, maxTokens }: Budget, spent: Spent): Pick<Ending, 'spent' | 'limit' | 'currency'>[] {
  const { costUsd, tokens, raisedCostUsd, raisedTokens } = spent;
  const cost = typeof maxCostUsd === 'number' ? [{ spent: costUsd, limit: Math.max(maxCostUsd, raisedCostUsd ?? 0) }] : [];
  const token = typeof maxTokens === 'number' ? [{ spent: tokens, limit: Math.max(maxTokens, raisedTokens ?? 0) }] : [];
  return [
    ...cost.map((limit) => ({ ...limit, currency: 'USD' as const })),
    ...token.map((limit) => ({ ...limit, currency: 'tokens' as const })),
  ];
}

function usedUpAt({ spent, limit }: Pick<Ending, 'spent' | 'limit'>, nowMs: number): string | null {
  if (spent >= limit) return new Date(nowMs).toISOString();
  const startMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
  if (spent === 0 || nowMs - startMs < MIN_PACE_MS) return null;
  const atMs = startMs + ((nowMs - startMs) * limit) / spent;
  return atMs < startMs + DAY_MS ? new Date(atMs).toISOString() : null;
}

import type { Budget } from '#lib/ports/budget-book.ts';
import type { Config } from './config-schema.ts';
import type { LiveConfig } from './live-config.ts';

/** The current daily budget of a workspace, and how to change it. */
export type DayBudget = {
  read(): Budget | undefined;
  /** Null removes it, including one of the config file. */
  set(budget: Budget | null): Promise<void>;
};

export function makeDayBudget(config: Pick<LiveConfig, 'current' | 'change'>): DayBudget {
  return {
    read: () => dayBudgetOf(config.current),
    set: (budget) => config.change((document) => document.setIn(['limits', 'day'], budget && toFileKeys(budget))),
  };
}

export function dayBudgetOf({ limits: { day } }: Pick<Config, 'limits'>): Budget | undefined {
  return day && { maxCostUsd: day.max_cost_usd, maxTokens: day.max_tokens, onBudget: day.on_budget };
}

/** Null where there is no limit, so that one of the config file does not come through. */
function toFileKeys({ maxCostUsd, maxTokens, onBudget }: Budget) {
  return { max_cost_usd: maxCostUsd ?? null, max_tokens: maxTokens ?? null, on_budget: onBudget };
}

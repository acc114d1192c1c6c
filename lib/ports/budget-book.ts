import { z } from 'zod';
import type { TokenUsage } from '../run/run-event.ts';
import type { WorkspaceId } from './run-store.ts';

/**
 * What happens when a budget is used up: the run fails, or waits for a person, who may raise it for
 * that day.
 */
export const onBudgetSchema = z.enum(['stop', 'ask']);
export type OnBudget = z.output<typeof onBudgetSchema>;

/** What model calls may cost and use on one day, in UTC. Models without a price cost nothing here. */
export type Budget = {
  readonly maxCostUsd?: number | undefined;
  readonly maxTokens?: number | undefined;
  readonly onBudget: OnBudget;
};

/** Whose money is spent. */
export type BudgetedRun = {
  /** Undefined for what no run causes: the workspace pays. */
  readonly runId: string | undefined;
  readonly workspaceId: WorkspaceId;
  /** Of what no run causes, but a key. */
  readonly keyId?: string | undefined;
};
/** `isOutside`: of no run's own calls, such as the indexing of documents; it is also counted by itself. */
export type Spender = BudgetedRun & { readonly isOutside?: boolean };

/** A budget that is used up. */
export type BudgetHit = {
  readonly scope: 'key' | 'workspace';
  /** The id of the key; empty for the workspace. */
  readonly owner: string;
  /** As 2026-11-22. */
  readonly day: string;
  readonly what: 'cost' | 'tokens';
  readonly max: number;
  readonly used: number;
  readonly onBudget: OnBudget;
};

/**
 * Daily budgets of keys and workspaces. Usage is counted when a call has ended, so concurrent
 * calls, of all processes, may each exceed the limit; no call that begins later does.
 */
export interface BudgetBook {
  /** Says which key a new run is of; before anything of it runs. */
  bind(runId: string, keyId: string | undefined): Promise<void>;
  /** The tightest budget that this run has used up, if any. Checked before each model call. */
  findHit(run: BudgetedRun): Promise<BudgetHit | undefined>;
  spend(run: Spender, usage: TokenUsage): void;
  /** For the day of the hit, and never lower than it is. */
  raise(hit: BudgetHit, run: BudgetedRun, max: number): Promise<void>;
}

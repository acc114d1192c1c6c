import type { BudgetHit } from '#lib/ports/budget-book.ts';
import { amountOf, budgetError, budgetOwner } from '#lib/ports/budget-error.ts';
import type { RunScope } from '../scopes/run-scope.ts';
import { type Asker, askForMore, endForLimit } from './ask-for-more.ts';

/**
 * Checks the daily budgets of the run's key and workspace. A used-up one ends the run, or asks a
 * person to raise it.
 * @throws {SuspendedError} until there is a decision; the reason of the run's signal when it is
 * ending
 */
export async function admitModelCall(run: RunScope, asker: Asker): Promise<void> {
  const { budgets } = run.ports;
  if (!budgets) return;
  const owner = { runId: run.runId, workspaceId: run.log.identity.workspaceId };
  for (;;) {
    const hit = await budgets.findHit(owner);
    if (!hit) return;
    if (hit.onBudget === 'stop') endForLimit(run, { ...budgetError(hit), nodeId: asker.nodeId });
    const key = `budget:${hit.scope}:${hit.owner}:${hit.day}:${hit.what}:${hit.max}` as const;
    const max = askForMore({ key, tool: 'budget', max: hit.max, used: hit.used, description: question(hit) }, asker);
    if (max === undefined) endForLimit(run, { ...budgetError(hit), nodeId: asker.nodeId });
    await budgets.raise(hit, owner, max);
  }
}

function question(hit: BudgetHit): string {
  const unit = hit.what === 'cost' ? 'in USD' : 'in tokens';
  return `${budgetOwner(hit)} has used up its budget of ${hit.day} (UTC): ${amountOf(hit.used, hit.what)} of ${amountOf(hit.max, hit.what)}. Raise it for that day? The value is the new limit, ${unit}.`;
}

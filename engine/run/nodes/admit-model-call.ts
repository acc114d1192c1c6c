import { formatUsd } from '#lib/i18n/format-usd.ts';
import type { BudgetHit } from '#lib/ports/budget-book.ts';
import type { NodeError } from '#lib/run/run-event.ts';
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
    if (hit.onBudget === 'stop') endForLimit(run, errorOf(hit, asker.nodeId));
    const key = `budget:${hit.scope}:${hit.owner}:${hit.day}:${hit.what}:${hit.max}` as const;
    const max = askForMore({ key, tool: 'budget', max: hit.max, used: hit.used, description: question(hit) }, asker);
    if (max === undefined) endForLimit(run, errorOf(hit, asker.nodeId));
    await budgets.raise(hit, owner, max);
  }
}

/** Its code alone says whose budget it was, and of what: messages are not shown to everybody. */
function errorOf(hit: BudgetHit, nodeId: string): NodeError {
  const isCost = hit.what === 'cost';
  const isKey = hit.scope === 'key';
  return {
    code: `${isKey ? 'key' : 'day'}-${isCost ? 'cost' : 'token'}-budget`,
    message: `${ownerOf(hit)} may ${usesOf(hit)} a day, and ${nameOf(hit.used, hit.what)} are used on ${hit.day} (UTC)`,
    nodeId,
    path: isKey ? `key.budget.${isCost ? 'maxCostUsd' : 'maxTokens'}` : `limits.day.${isCost ? 'max_cost_usd' : 'max_tokens'}`,
    hint: isKey ? 'Make a key with a higher budget, or try again tomorrow' : 'Raise it under Settings, or try again tomorrow',
  };
}

function question(hit: BudgetHit): string {
  const unit = hit.what === 'cost' ? 'in USD' : 'in tokens';
  return `${ownerOf(hit)} has used up its budget of ${hit.day} (UTC): ${nameOf(hit.used, hit.what)} of ${nameOf(hit.max, hit.what)}. Raise it for that day? The value is the new limit, ${unit}.`;
}

function ownerOf({ scope, owner }: BudgetHit): string {
  return scope === 'key' ? `The key tlk_${owner}…` : 'The workspace';
}

function usesOf({ what, max }: BudgetHit): string {
  return what === 'cost' ? `spend ${formatUsd(max)}` : `use ${max} tokens`;
}

function nameOf(count: number, what: BudgetHit['what']): string {
  return what === 'cost' ? formatUsd(count) : `${count} tokens`;
}

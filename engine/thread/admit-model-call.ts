import { NodeFailure } from '#lib/errors/node-failure.ts';
import { formatUsd } from '#lib/i18n/format-usd.ts';
import type { BudgetHit } from '#lib/ports/budget-book.ts';
import type { NodeError } from '#lib/run/run-event.ts';
import type { ApprovalRequest, Decision } from '../executors/define-executor.ts';
import type { RunScope } from './run-context.ts';
import { Waiting } from './waiting.ts';

type Asker = { readonly nodeId: string; ask(request: ApprovalRequest): Decision | undefined };

/**
 * Lets a model be called while the budgets of the run's key and of its workspace last. One that is used up ends the run, or asks a person who may raise it for that day.
 * @throws {Waiting} while a person is asked; the reason of the run's signal when it is ending
 */
export async function admitModelCall(run: RunScope, { nodeId, ask }: Asker): Promise<void> {
  const { budgets } = run.ports;
  if (!budgets) return;
  const owner = { runId: run.runId, workspaceId: run.log.identity.workspaceId };
  for (;;) {
    const hit = await budgets.findHit(owner);
    if (!hit) return;
    if (hit.onBudget === 'stop') return end(run, errorOf(hit, nodeId));
    // With a higher limit it is another question.
    const key = `budget:${hit.scope}:${hit.owner}:${hit.day}:${hit.what}:${hit.max}`;
    const decision = ask({ key, kind: 'value', tool: 'budget', args: hit.max * 2, description: question(hit) });
    if (!decision) throw new Waiting();
    if (decision.status !== 'confirmed') return end(run, errorOf(hit, nodeId));
    const max = decision.args === undefined ? hit.max * 2 : decision.args;
    if (typeof max !== 'number' || !(max > hit.max))
      throw new NodeFailure(
        'budget-not-raised',
        `The budget was to be raised to ${JSON.stringify(max)}, and it is ${hit.max} by now`,
        {
          hint: 'Put a higher number in its place',
        },
      );
    await budgets.raise(hit, owner, max);
  }
}

function end(run: RunScope, error: NodeError): never {
  run.failRun(error);
  throw run.signal.reason;
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
    hint: isKey ? 'Make a key with a higher budget, or try again tomorrow' : 'Raise it in the config, or try again tomorrow',
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

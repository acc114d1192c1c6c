import type { ApprovalRequest, Decision } from '#engine/contract/define-executor.ts';
import { SuspendedError } from '#engine/contract/suspended-error.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { EventParent, NodeError } from '#lib/run/run-event.ts';
import type { RunScope } from '../scopes/run-scope.ts';

/** A node that needs more than a limit allows, and requests approvals for it. */
export type Asker = { readonly nodeId: string; ask(request: ApprovalRequest): Decision | undefined };

type Question = {
  /** Names what is used up, and how much of it there was: with a higher limit it is another question. */
  readonly key: `${'budget' | 'limit' | 'node-limit'}:${string}`;
  readonly tool: 'budget' | 'limit';
  readonly max: number;
  /** May exceed the limit because of calls in progress. */
  readonly used: number;
  readonly description: string;
  /** The tool call of an agent that requests it. */
  readonly parent?: EventParent | undefined;
};

/**
 * Asks a person to raise a limit or budget, to twice of what was used unless they say otherwise.
 * @returns the new limit; undefined when it is not raised
 * @throws {SuspendedError} until there is a decision; {NodeFailure} `budget-not-raised` when the
 * new limit is not higher
 */
export function askForMore({ key, tool, max, used, description, parent }: Question, { ask }: Asker): number | undefined {
  const proposed = Math.max(max, used) * 2;
  const decision = ask({ key, kind: 'value', tool, args: proposed, description, ...(parent && { parent }) });
  if (!decision) throw new SuspendedError();
  if (decision.status !== 'confirmed') return undefined;
  const raised = decision.args === undefined ? proposed : decision.args;
  if (typeof raised === 'number' && raised > max) return raised;
  throw new NodeFailure('budget-not-raised', `The ${tool} cannot be raised to ${JSON.stringify(raised)}: it is ${max} already`, {
    hint: 'Enter a number that is higher',
  });
}

/** @throws the reason of the run's signal */
export function endForLimit(run: Pick<RunScope, 'root' | 'signal'>, error: NodeError): never {
  run.root.fail(error);
  throw run.signal.reason;
}

import type { PlannedNode } from '#engine/plan/plan-node.ts';
import type { LoggedMemoryChange } from '#lib/run/memory.ts';
import type { ConversationState, NodeWarning, TokenUsage } from '#lib/run/run-event.ts';
import type { SessionChange } from '#lib/run/session-state.ts';
import type { RunScope } from '../scopes/run-scope.ts';
import { liveInputs, type NodeResult } from '../state/node-result.ts';

/** What the attempts of a node took. */
export type Spent = {
  executionTimeMs: number;
  usage: TokenUsage;
  llmCalls: number;
  toolCalls: number;
  /** What the shared conversations have come to that it leaves behind. */
  conversations?: readonly ConversationState[];
  /** What it says of its value. */
  warnings?: readonly NodeWarning[];
  /** What it wrote into the memory of the run. */
  memory?: LoggedMemoryChange;
  /** What it leaves in the session of the run. */
  session?: SessionChange;
};

/**
 * Logs the node's end. The result of a node that may have changed something counts only once it is stored with its row.
 * One that only read, a model's answer too, is stored at once, and the next node with effects waits for it.
 */
export function finishNode(node: PlannedNode, run: RunScope, came: NodeResult, spent?: Spent): NodeResult | Promise<NodeResult> {
  const ended = withWinner(node, run, came);
  const { status, reason, error, fired, by, winner } = ended;
  const hasFired = Object.keys(fired).length > 0;
  const hasRow = spent !== undefined && node.effects !== 'none';
  const row = hasRow
    ? { nodePath: node.id, iteration: 0, status, result: JSON.stringify(hasFired ? fired : (error ?? null)) }
    : undefined;
  // The end of a run withdraws all its approvals.
  const withdrawn = run.root.ending ? [] : run.signals.approvals.withdraw(node.id);
  const origin = run.log.emit(
    {
      type: 'node_finished',
      nodeId: node.id,
      status,
      ...(reason && { reason }),
      ...(by && { by }),
      ...(winner && { winner }),
      ...(hasFired && { fired: fired as Record<string, never> }),
      ...(error && { error }),
      ...(spent?.warnings && { warnings: [...spent.warnings] }),
      executionTimeMs: spent?.executionTimeMs ?? 0,
      ...(spent && spent.llmCalls > 0 && { usage: spent.usage, llmCalls: spent.llmCalls }),
      ...(spent && spent.toolCalls > 0 && { toolCalls: spent.toolCalls }),
      ...(spent?.conversations && { conversations: [...spent.conversations] }),
      ...(spent?.memory && { memory: spent.memory }),
      ...(spent?.session && { session: spent.session }),
    },
    { ...(row && { isUrgent: true, row }), ...(withdrawn.length > 0 && { withdrawn }) },
  );
  const result = origin ? { ...ended, origin } : ended;
  if (status === 'failed' && !hasFired && error) run.fail(error);
  if (!row || node.effects !== 'write') return result;
  return run.log.committed().then(
    () => result,
    () => result, // A log that cannot be written has ended the run already; nothing after this node starts.
  );
}

/** Adds the branch that a join continued with, which nodes after it read, in a later process too. */
function withWinner(node: PlannedNode, run: RunScope, came: NodeResult): NodeResult {
  if (node.join === 'all' || came.status !== 'succeeded') return came;
  const [won] = liveInputs(node, run.results.ended) ?? [];
  return won ? { ...came, winner: won.source } : came;
}

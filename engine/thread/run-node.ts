import type { PlannedNode } from '../compile/plan-node.ts';
import { finishNode } from './finish-node.ts';
import { NodeAttempts } from './node-attempts.ts';
import { liveInputs, type NodeResult } from './node-result.ts';
import type { RunContext } from './run-context.ts';

/**
 * The one wrapper: every node of every kind of step goes through here, once all its sources are decided. Gives its result at once when the
 * node answers at once, so that a chain of effect-free nodes costs no turn of the loop.
 */
export function runNode(node: PlannedNode, run: RunContext): NodeResult | Promise<NodeResult> {
  const known = run.known.get(node.id);
  if (known) return known;
  if (run.ending) return finishNode(node, run, skippedByEnding(run));
  const live = liveInputs(node, run.results);
  if (node.incoming.length > 0 && live.length === 0)
    return finishNode(node, run, { status: 'skipped', fired: {}, reason: 'no_live_input' });
  if (node.options.disabled)
    return finishNode(node, run, { status: 'succeeded', fired: { [node.passPort]: live[0]?.value ?? null }, reason: 'disabled' });
  const pinned = run.mode === 'deployed' ? undefined : node.options.pinned;
  if (pinned !== undefined)
    return finishNode(node, run, { status: 'succeeded', fired: { [node.passPort]: pinned }, reason: 'pinned' });
  if (!run.countStep(node.id)) return finishNode(node, run, skippedByEnding(run));
  return new NodeAttempts(node, run, live).start();
}

function skippedByEnding(run: RunContext): NodeResult {
  return { status: 'skipped', fired: {}, reason: run.ending?.status === 'cancelled' ? 'run_cancelled' : 'run_failed' };
}

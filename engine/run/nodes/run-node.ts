import type { LiveInput } from '#engine/contract/define-executor.ts';
import type { PlannedNode } from '#engine/plan/plan-node.ts';
import { scopeInRaces } from '../scopes/race-scope.ts';
import type { RunScope } from '../scopes/run-context.ts';
import { liveInputs, type NodeResult, type Outcome } from '../state/node-result.ts';
import { finishNode } from './finish-node.ts';
import { NodeAttempts } from './node-attempts.ts';

/**
 * The one wrapper: every node of every kind of step goes through here, once all its sources were passed. Gives its result at once when the
 * node answers at once, so that a chain of effect-free nodes costs no turn of the loop. May be called again for the same node by a later pass: what is
 * decided stays so, and what runs is joined.
 */
export function runNode(node: PlannedNode, scope: RunScope): Outcome | Promise<Outcome> {
  const known = scope.results.get(node.id);
  if (known) return known;
  const running = scope.running.get(node.id);
  if (running) return running;
  const run = node.races.length === 0 ? scope : scopeInRaces(node, scope);
  const outcome = decide(node, run);
  if (!(outcome instanceof Promise)) return settle(node, run, outcome);
  const settled = outcome.then((result) => {
    run.running.delete(node.id);
    if (result) return settle(node, run, result);
    run.hold(node.id);
    // It asked, went on with something else, and the decision may have come before it gave up.
    return runNode(node, scope);
  });
  run.running.set(node.id, settled);
  return settled;
}

function settle(node: PlannedNode, run: RunScope, outcome: Outcome): Outcome {
  if (outcome) run.decide(node.id, outcome);
  else run.hold(node.id);
  // Its own end stands in the log by now, so whoever reads that it stopped others knows who won.
  if (outcome && node.join === 'first') run.races.get(node.id)?.stop();
  return outcome;
}

function decide(node: PlannedNode, run: RunScope): Outcome | Promise<Outcome> {
  const isWaiting = run.isWaiting(node.id);
  if (run.ending) {
    if (node.body) endLeftWithin(node, run);
    return finishNode(node, run, endedBy(run, { hasStarted: isWaiting || run.left.has(node.id) }));
  }
  const live = liveInputs(node, run.results);
  const hasNews = run.approvals.takeNews(node.id) || (node.body !== undefined && hasNewsWithin(node.id, run));
  if (!live || (isWaiting && !hasNews)) return undefined;
  if (isAboutToStart(node, run, live) && run.breakpoints.stopsAt(node.id)) return undefined;
  return execute(node, run, live);
}

function hasNewsWithin(path: string, { approvals, breakpoints, results }: RunScope): boolean {
  return approvals.hasNewsWithin(path, results) || breakpoints.hasNewsWithin(path);
}

/** One that is skipped never starts, and one that goes on has. */
function isAboutToStart(node: PlannedNode, run: RunScope, live: readonly LiveInput[]): boolean {
  return (node.incoming.length === 0 || live.length > 0) && !run.left.has(node.id);
}

function execute(node: PlannedNode, run: RunScope, live: readonly LiveInput[]): Outcome | Promise<Outcome> {
  if (node.incoming.length > 0 && live.length === 0)
    return finishNode(node, run, { status: 'skipped', fired: {}, reason: 'no_live_input' });
  if (node.options.disabled)
    return finishNode(node, run, { status: 'succeeded', fired: { [node.passPort]: live[0]?.value ?? null }, reason: 'disabled' });
  const pinned = run.mode === 'deployed' ? undefined : node.options.pinned;
  if (pinned !== undefined)
    return finishNode(node, run, { status: 'succeeded', fired: { [node.passPort]: pinned }, reason: 'pinned' });
  if (!run.isWaiting(node.id) && !run.countStep(node.id)) return finishNode(node, run, endedBy(run, { hasStarted: false }));
  return new NodeAttempts(node, run, live).start();
}

/** Nodes of its passes that an earlier process had begun, or that wait: their container is not begun any more, so nobody else would end them. */
export function endLeftWithin(container: PlannedNode, run: RunScope): void {
  const result = endedBy(run, { hasStarted: true });
  for (const path of run.left.keys()) {
    if (!path.startsWith(`${container.id}[`) || run.results.has(path)) continue;
    const { status, reason, by } = result;
    const withdrawn = run.isRunEnding ? [] : run.approvals.withdraw(path);
    run.log.emit(
      { type: 'node_finished', nodeId: path, status, ...(reason && { reason }), ...(by && { by }), executionTimeMs: 0 },
      { ...(withdrawn.length > 0 && { withdrawn }) },
    );
    run.decide(path, result);
  }
  for (const path of run.breakpoints.standing) {
    if (!path.startsWith(`${container.id}[`)) continue;
    const { reason, by, ...ended } = endedBy(run, { hasStarted: false });
    run.log.emit({
      type: 'node_finished',
      nodeId: path,
      status: ended.status,
      executionTimeMs: 0,
      ...(reason && { reason }),
      ...(by && { by }),
    });
    run.decide(path, { ...ended, ...(reason && { reason }) });
  }
}

/** What becomes of a node that nothing more is started of. */
export function endedBy({ ending }: RunScope, { hasStarted }: { hasStarted: boolean }): NodeResult {
  const reason = ending?.nodeReason ?? (ending?.status === 'cancelled' ? 'run_cancelled' : 'run_failed');
  return { status: hasStarted ? 'cancelled' : 'skipped', fired: {}, reason, ...(ending?.by && { by: ending.by }) };
}

import type { LiveInput } from '#engine/contract/define-executor.ts';
import type { PlannedNode } from '#engine/plan/plan-node.ts';
import { nodeIdOf } from '#lib/run/node-path.ts';
import { limitError } from '../limits/run-limits.ts';
import { scopeInRaces } from '../scopes/race-scope.ts';
import type { RunScope } from '../scopes/run-scope.ts';
import { hasEndedRace, liveInputs, type NodeResult, type Outcome } from '../state/node-result.ts';
import { finishNode } from './finish-node.ts';
import { NodeAttempts } from './node-attempts.ts';

/**
 * Runs one node, of any kind of step, once its sources were visited. Synchronous where the executor
 * is, so that a chain of effect-free nodes costs no turn of the event loop. Idempotent per node:
 * returns the stored result, or joins the execution in progress.
 */
export function runNode(node: PlannedNode, scope: RunScope): Outcome | Promise<Outcome> {
  const known = scope.results.ended.get(node.id);
  if (known) return known;
  const running = scope.results.running.get(node.id);
  if (running) return running;
  const run = node.races.length === 0 ? scope : scopeInRaces(node, scope);
  const outcome = decide(node, run);
  if (!(outcome instanceof Promise)) return settle(node, run, outcome);
  const settled = outcome.then((result) => {
    run.results.running.delete(node.id);
    if (result) return settle(node, run, result);
    run.results.suspend(node.id);
    // The decision may have come between its request and its suspension.
    return runNode(node, scope);
  });
  run.results.running.set(node.id, settled);
  return settled;
}

function settle(node: PlannedNode, run: RunScope, outcome: Outcome): Outcome {
  if (outcome) end(node.id, run, outcome);
  else run.results.suspend(node.id);
  // Stops the losers after its own end is logged, so that the winner precedes them in the log.
  if (outcome && hasEndedRace(node, outcome)) run.races.get(node.id)?.stop();
  return outcome;
}

function end(path: string, { results, signals }: RunScope, result: NodeResult): void {
  results.end(path, result);
  signals.breakpoints.clear(path);
}

/** @param wasSignalled its signal was taken before it waited for the log */
function decide(node: PlannedNode, run: RunScope, wasSignalled = false): Outcome | Promise<Outcome> {
  const { results, signals } = run;
  const isSuspended = results.isSuspended(node.id);
  if (run.ending) {
    if (node.body || node.workflowTools) endStartedWithin(node, run);
    return finishNode(node, run, endedBy(run, { hasStarted: results.started.has(node.id) }));
  }
  const live = liveInputs(node, results.ended);
  const isSignalled =
    wasSignalled ||
    signals.approvals.takePending(node.id) ||
    ((node.body !== undefined || node.workflowTools !== undefined) && signals.hasPendingWithin(node.id, results.ended));
  if (!live || (isSuspended && !isSignalled)) return undefined;
  if (isAboutToStart(node, run, live) && signals.breakpoints.pausesAt(node.id)) return undefined;
  const stored = node.effects === 'none' ? run.log.whenMuchIsPending() : run.log.whenResultsAreStored();
  return stored ? stored.then(() => decide(node, run, isSignalled)) : execute(node, run, live);
}

/** A skipped node never starts, and a resumed one has started. */
function isAboutToStart(node: PlannedNode, run: RunScope, live: readonly LiveInput[]): boolean {
  return (node.incoming.length === 0 || live.length > 0) && !run.results.started.has(node.id);
}

function execute(node: PlannedNode, run: RunScope, live: readonly LiveInput[]): Outcome | Promise<Outcome> {
  if (node.incoming.length > 0 && live.length === 0)
    return finishNode(node, run, { status: 'skipped', fired: {}, reason: 'no_live_input' });
  if (run.workflow.skipped.has(nodeIdOf(node.id)))
    return finishNode(node, run, { status: 'skipped', fired: {}, reason: 'effect_skipped' });
  if (node.options.disabled)
    return finishNode(node, run, { status: 'succeeded', fired: { [node.passPort]: live[0]?.value ?? null }, reason: 'disabled' });
  const pinned = run.workflow.mode === 'deployed' ? undefined : node.options.pinned;
  if (pinned !== undefined)
    return finishNode(node, run, { status: 'succeeded', fired: { [node.passPort]: pinned }, reason: 'pinned' });
  const hit = run.results.isSuspended(node.id) ? undefined : run.limits.countStep();
  if (hit) {
    run.root.fail(limitError(hit, node.id));
    return finishNode(node, run, endedBy(run, { hasStarted: false }));
  }
  return new NodeAttempts(node, run, live).start();
}

/**
 * Ends the suspended and interrupted nodes of its iterations: the container does not start again to
 * end them.
 */
export function endStartedWithin(container: PlannedNode, run: RunScope): void {
  const result = endedBy(run, { hasStarted: true });
  for (const path of run.results.started.keys()) {
    if (!path.startsWith(`${container.id}[`) || run.results.ended.has(path)) continue;
    const { status, reason, by } = result;
    const withdrawn = run.root.ending ? [] : run.signals.approvals.withdraw(path);
    run.log.emit(
      { type: 'node_finished', nodeId: path, status, ...(reason && { reason }), ...(by && { by }), executionTimeMs: 0 },
      { ...(withdrawn.length > 0 && { withdrawn }) },
    );
    end(path, run, result);
  }
  for (const path of run.signals.breakpoints.pausedAt) {
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
    end(path, run, { ...ended, ...(reason && { reason }) });
  }
}

/** The result of a node that neither starts nor resumes, since its scope is ending. */
export function endedBy({ ending }: RunScope, { hasStarted }: { hasStarted: boolean }): NodeResult {
  const reason = ending?.nodeReason ?? (ending?.status === 'cancelled' ? 'run_cancelled' : 'run_failed');
  return { status: hasStarted ? 'cancelled' : 'skipped', fired: {}, reason, ...(ending?.by && { by: ending.by }) };
}

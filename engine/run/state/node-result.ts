import type { LiveInput } from '#engine/contract/define-executor.ts';
import type { PlannedNode } from '#engine/plan/plan-node.ts';
import { nodeIdOf } from '#lib/run/node-path.ts';
import type { NodeError } from '#lib/run/run-event.ts';
import type { ReusedFrom } from '#lib/run/run-fork.ts';
import type { EndReason, NodeEnd } from '#lib/run/run-status.ts';
import { BRANCH_ROOT } from '#lib/workflow/branch-root.ts';
import { ERROR_PORT } from '#lib/workflow/node-ports.ts';
import type { WorkflowEdge } from '#lib/workflow/workflow.ts';

/** How a node ended: what edges, references and outputs are decided by. */
export type NodeResult = {
  readonly status: NodeEnd;
  /**
   * Value by port, of the ports that fired; empty unless the node succeeded or failed into its
   * error branch.
   */
  readonly fired: Readonly<Record<string, unknown>>;
  readonly reason?: EndReason;
  readonly error?: NodeError;
  /** Of a join that continues with one branch: the id of that branch's source. */
  readonly winner?: string;
  /** With `lost_race`: the join that continued without it. */
  readonly by?: string;
  /** Its end in a log: of this run, where none is named. */
  readonly origin?: Omit<ReusedFrom, 'runId'> & Partial<Pick<ReusedFrom, 'runId'>>;
};

/** Undefined while a node, or one before it, waits for a person. */
export type Outcome = NodeResult | undefined;

export type Results = Map<string, NodeResult>;

/** What `{{node.…}}` reads: the value of the port that fired, of `out` when several did. */
export function readableValue(result: NodeResult): unknown {
  const ports = Object.keys(result.fired);
  return result.fired[ports.length === 1 ? (ports[0] as string) : 'out'];
}

/**
 * The values a node starts with, in the order of its edges; undefined until all needed sources have
 * ended. A join that continues with one branch gets that one; one for the first success gets all
 * errors when no branch succeeded.
 */
export function liveInputs(node: PlannedNode, results: Results): LiveInput[] | undefined {
  const live: LiveInput[] = [];
  let isOpen = false;
  for (const edge of node.incoming) {
    const result = results.get(edge.source);
    if (!result) isOpen = true;
    else if (isLive(edge, result))
      live.push({ source: nodeIdOf(edge.source), port: edge.sourceHandle, value: result.fired[edge.sourceHandle] });
  }
  if (node.join === 'all') return isOpen ? undefined : live;
  const wins = live.filter((input) => mayWin(node, input.port));
  if (wins.length > 0) return [wins.length === 1 ? (wins[0] as LiveInput) : earliest(wins, node, results)];
  return isOpen ? undefined : live;
}

function isLive({ sourceHandle }: WorkflowEdge, { fired }: NodeResult): boolean {
  return Object.hasOwn(fired, sourceHandle);
}

function mayWin({ join }: PlannedNode, port: string): boolean {
  return join === 'any' || (join === 'first' && port !== ERROR_PORT);
}

/**
 * Whether the other branches of a join `first` end now. They continue when it ended without a winner: it was skipped or
 * failed, since a join `any` before it had not waited for them.
 */
export function hasEndedRace({ join }: PlannedNode, { winner }: NodeResult): boolean {
  return join === 'first' && winner !== undefined;
}

type HowEnded = Pick<NodeResult, 'status' | 'fired'> & {
  readonly reason?: EndReason | undefined;
  readonly by?: string | undefined;
};
const INTERRUPTED_BY: readonly (EndReason | undefined)[] = ['run_failed', 'run_cancelled', 'body_failed', 'timed_out'];

/**
 * Whether a node ended by an unhandled failure, or because its run or iteration ended. A fork, or a further attempt of
 * its container, runs it again.
 */
export function isInterrupted({ status, reason, fired, by }: HowEnded): boolean {
  if (status === 'failed') return Object.keys(fired).length === 0;
  if (reason === 'lost_race') return by === undefined;
  return status === 'cancelled' || (status === 'skipped' && INTERRUPTED_BY.includes(reason));
}

/** Whether a node that continues with one branch may do so with the branch of this edge. */
export function wins(edge: WorkflowEdge, target: PlannedNode, results: Results): boolean {
  const result = results.get(edge.source);
  return result !== undefined && mayWin(target, edge.sourceHandle) && isLive(edge, result);
}

/** The one whose source ended first; after a crash too, since results are in the order of the log. */
function earliest(inputs: readonly LiveInput[], node: PlannedNode, results: Results): LiveInput {
  const bySource = new Map(inputs.toReversed().map((input) => [node.keyOf(input.source), input]));
  for (const path of results.keys()) {
    const input = bySource.get(path);
    if (input) return input;
  }
  return inputs[0] as LiveInput;
}

/**
 * The values a node's expressions read. Nodes without a value are absent, so reading one is an
 * error without a default.
 */
export function scopeFor(node: PlannedNode, results: Results): Record<string, unknown> {
  const scope: Record<string, unknown> = Object.assign(Object.create(null), node.variables);
  for (const name of node.references) {
    const result = results.get(node.keyOf(name));
    if (result && Object.keys(result.fired).length > 0 && sees(node, name, results)) scope[name] = readableValue(result);
  }
  if (node.branches.length > 0) scope[BRANCH_ROOT] ??= branchesFor(node, results);
  return scope;
}

/** Of each node whose branch is read, the port that fired. A skipped one has none. */
function branchesFor(node: PlannedNode, results: Results): Record<string, string> {
  const taken: Record<string, string> = {};
  for (const name of node.branches) {
    const ports = Object.keys(results.get(node.keyOf(name))?.fired ?? {});
    if (ports.length === 1 && sees(node, name, results)) taken[name] = ports[0] as string;
  }
  return taken;
}

/** Whether it comes before, by the branches that the joins between them continued with. */
function sees(node: PlannedNode, name: string, results: Results): boolean {
  const { lineage, outer } = node;
  if (lineage?.has(name)) return lineage.sees(nodeIdOf(node.id), name, (id) => results.get(node.keyOf(id))?.winner);
  return outer === undefined || sees(outer, name, results);
}

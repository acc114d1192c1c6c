import type { LiveInput } from '#engine/contract/define-executor.ts';
import type { PlannedNode } from '#engine/plan/plan-node.ts';
import { nodeIdOf } from '#lib/run/node-path.ts';
import type { NodeError } from '#lib/run/run-event.ts';
import type { EndReason, NodeEnd } from '#lib/run/run-status.ts';
import { ERROR_PORT } from '#lib/workflow/node-ports.ts';
import type { WorkflowEdge } from '#lib/workflow/workflow.ts';

/** How a node ended: what edges, references and outputs are decided by. */
export type NodeResult = {
  readonly status: NodeEnd;
  /** Value by port, of the ports that fired; empty unless the node succeeded or failed into its error branch. */
  readonly fired: Readonly<Record<string, unknown>>;
  readonly reason?: EndReason;
  readonly error?: NodeError;
  /** Of a join that goes on with one branch: the id of the node it came from. */
  readonly winner?: string;
  /** With `lost_race`: the join that went on without it. */
  readonly by?: string;
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
 * The values a node starts with, in the order of the edges; undefined while it may not start, since a source is not decided: it or one before it waits.
 * A join that goes on with one branch gets that one alone; one for the first that succeeds gets all errors when nothing else came.
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

/** Whether a node that goes on with one branch may do so with the one that ends in this edge. */
export function wins(edge: WorkflowEdge, target: PlannedNode, results: Results): boolean {
  const result = results.get(edge.source);
  return result !== undefined && mayWin(target, edge.sourceHandle) && isLive(edge, result);
}

/** The one whose source ended first; after a crash too, since what is known stands in the order of the log. */
function earliest(inputs: readonly LiveInput[], node: PlannedNode, results: Results): LiveInput {
  const bySource = new Map(inputs.toReversed().map((input) => [node.keyOf(input.source), input]));
  for (const path of results.keys()) {
    const input = bySource.get(path);
    if (input) return input;
  }
  return inputs[0] as LiveInput;
}

/** The values a node's expressions may read. A node that has no value is absent, so that reading it is an error unless a default stands there. */
export function scopeFor(node: PlannedNode, results: Results): Record<string, unknown> {
  const scope: Record<string, unknown> = Object.assign(Object.create(null), node.variables);
  for (const name of node.references) {
    const result = results.get(node.keyOf(name));
    if (result && Object.keys(result.fired).length > 0 && sees(node, name, results)) scope[name] = readableValue(result);
  }
  return scope;
}

/** Whether it comes before, by the branches that the joins between them went on with. */
function sees(node: PlannedNode, name: string, results: Results): boolean {
  const { lineage, outer } = node;
  if (lineage?.has(name)) return lineage.sees(nodeIdOf(node.id), name, (id) => results.get(node.keyOf(id))?.winner);
  return outer === undefined || sees(outer, name, results);
}

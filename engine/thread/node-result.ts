import { nodeIdOf } from '#lib/run/node-path.ts';
import type { NodeError } from '#lib/run/run-event.ts';
import type { EndReason, NodeEnd } from '#lib/run/run-status.ts';
import type { PlannedNode } from '../compile/plan-node.ts';
import type { LiveInput } from '../executors/define-executor.ts';

/** How a node ended: what edges, references and outputs are decided by. */
export type NodeResult = {
  readonly status: NodeEnd;
  /** Value by port, of the ports that fired; empty unless the node succeeded or failed into its error branch. */
  readonly fired: Readonly<Record<string, unknown>>;
  readonly reason?: EndReason;
  readonly error?: NodeError;
};

export type Results = Map<string, NodeResult>;

/** What `{{node.…}}` reads: the value of the port that fired, of `out` when several did. */
export function readableValue(result: NodeResult): unknown {
  const ports = Object.keys(result.fired);
  return result.fired[ports.length === 1 ? (ports[0] as string) : 'out'];
}

/** The values at a node's live edges, in the order of the edges; undefined while a source is not decided, since it or one before it waits. */
export function liveInputs(node: PlannedNode, results: Results): LiveInput[] | undefined {
  const live: LiveInput[] = [];
  for (const { source, sourceHandle: port } of node.incoming) {
    const result = results.get(source);
    if (!result) return undefined;
    if (Object.hasOwn(result.fired, port)) live.push({ source: nodeIdOf(source), port, value: result.fired[port] });
  }
  return live;
}

/** The values a node's expressions may read. A node that has no value is absent, so that reading it is an error unless a default stands there. */
export function scopeFor(node: PlannedNode, results: Results): Record<string, unknown> {
  const scope: Record<string, unknown> = Object.assign(Object.create(null), node.variables);
  for (const name of node.references) {
    const result = results.get(node.keyOf(name));
    if (result && Object.keys(result.fired).length > 0) scope[name] = readableValue(result);
  }
  return scope;
}

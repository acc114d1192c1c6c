import type { Reference } from '../expression/reference.ts';
import type { JsonSchema } from '../json/json-schema.ts';
import type { InferredSchemas } from './infer-schemas.ts';
import type { NodeId } from './workflow.ts';

/** `{{branch.sort}}` is the port that the node `sort` fired. A node with this id hides it. */
export const BRANCH_ROOT = 'branch';

/** The node whose branch a reference reads; undefined for other references. */
export function branchNodeOf({ root, path: [nodeId] }: Pick<Reference, 'root' | 'path'>, hasNode: (id: NodeId) => boolean) {
  return root === BRANCH_ROOT && typeof nodeId === 'string' && !hasNode(BRANCH_ROOT) ? nodeId : undefined;
}

/** Schema of `branch` for `reader`: for each node before it that has several ports, those that it may have fired. */
export function branchSchema({ graph, presence }: InferredSchemas, reader: NodeId): JsonSchema | undefined {
  if (graph.nodes.has(BRANCH_ROOT)) return undefined;
  const before = graph.order.filter((id) => graph.isBefore(id, reader) && presence.exitsOf(id).length > 1);
  if (before.length === 0) return undefined;
  const properties = Object.fromEntries(before.map((id) => [id, { type: 'string', enum: presence.portsSeenBy(reader, id) }]));
  const required = before.filter((id) => !presence.maySkip(id, reader) && graph.isSurelyBefore(id, reader));
  return { type: 'object', properties, required, additionalProperties: false };
}

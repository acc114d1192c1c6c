import type { NodeRegistry } from '../../node-kit/define-node.ts';
import type { Workflow } from '../workflow.ts';
import { type Connected, type Connection, connectPorts } from './connect-ports.ts';

type Reconnecting = { readonly edgeId: string; readonly connection: Connection };

/** Moves an edge to other ports, or returns why it is impossible. The edge itself never conflicts. */
export function reconnectEdge(workflow: Workflow, registry: NodeRegistry, { edgeId, connection }: Reconnecting): Connected {
  const edges = workflow.edges.filter(({ id }) => id !== edgeId);
  return connectPorts({ ...workflow, edges }, registry, connection);
}

import type { NodeRegistry } from '../../node-kit/define-node.ts';
import type { Workflow } from '../workflow.ts';
import { type Connected, type Connection, connectPorts } from './connect-ports.ts';

type Reconnecting = { readonly edgeId: string; readonly connection: Connection };

/** The workflow with an edge between other ports, or why it cannot be there. The edge itself never stands in its own way. */
export function reconnectEdge(workflow: Workflow, registry: NodeRegistry, { edgeId, connection }: Reconnecting): Connected {
  const edges = workflow.edges.filter(({ id }) => id !== edgeId);
  return connectPorts({ ...workflow, edges }, registry, connection);
}

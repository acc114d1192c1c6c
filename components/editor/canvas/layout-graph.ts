import type { ElkNode } from 'elkjs/lib/elk-api.js';
import { faceOf } from '#components/editor/canvas/node-face.ts';
import type { Position } from '#lib/workflow/edit/move-nodes.ts';
import { ERROR_PORT } from '#lib/workflow/node-ports.ts';
import type { NodeId, Workflow, WorkflowNode } from '#lib/workflow/workflow.ts';

/** @see https://eclipse.dev/elk/reference/options.html */
const layoutOptions = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.spacing.nodeNode': '48',
  'elk.layered.spacing.nodeNodeBetweenLayers': '40',
  'elk.spacing.edgeNode': '24',
  'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF',
  'elk.layered.nodePlacement.bk.fixedAlignment': 'BALANCED',
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
};

/** The workflow as the layout library takes it: faces with their ports in order, so that lines cross as little as can be. */
export function toLayoutGraph({ nodes, edges }: Workflow): ElkNode {
  const known = new Map(nodes.map((node) => [node.id, node]));
  const ends = edges.filter(({ source, target }) => known.has(source) && known.has(target));
  return {
    id: 'workflow',
    layoutOptions,
    children: nodes.map(toLayoutNode),
    edges: ends.map(({ source, sourceHandle, target, targetHandle }, index) => ({
      id: `edge ${index}`,
      sources: [portId(known.get(source), 'out', sourceHandle)],
      targets: [portId(known.get(target), 'in', targetHandle)],
    })),
  };
}

function toLayoutNode(node: WorkflowNode): ElkNode {
  const { widthPx, heightPx, inputs, outputs, error } = faceOf(node);
  const port = (side: 'in' | 'out', { id, xPx, yPx }: { id: string; xPx: number; yPx: number }, place: string) => ({
    ...{ id: portId(node, side, id), x: xPx, y: yPx, width: 0, height: 0 },
    layoutOptions: { 'elk.port.side': place },
  });
  return {
    ...{ id: node.id, width: widthPx, height: heightPx },
    layoutOptions: { 'elk.portConstraints': 'FIXED_POS' },
    ports: [
      ...inputs.map((one) => port('in', one, 'NORTH')),
      ...outputs.map((one) => port('out', one, 'SOUTH')),
      ...(error ? [port('out', error, 'EAST')] : []),
    ],
  };
}

/** A port that its node does not have leaves from the node itself. */
function portId(node: WorkflowNode | undefined, side: 'in' | 'out', port: string): string {
  if (!node) return '';
  const { inputs, outputs, error } = faceOf(node);
  const has =
    side === 'in'
      ? inputs.some(({ id }) => id === port)
      : outputs.some(({ id }) => id === port) || (port === ERROR_PORT && error);
  return has ? `${node.id} ${side} ${port}` : node.id;
}

/** Places from a finished layout; the workflow's first node stays where it was, so that nobody has to look for it. */
export function placesOf(laidOut: ElkNode, { nodes }: Workflow): ReadonlyMap<NodeId, Position> {
  const places = new Map(
    (laidOut.children ?? []).map(({ id, x = 0, y = 0, width = 0 }): [NodeId, Position] => [id, { x: x + width / 2, y }]),
  );
  const anchor = nodes.find(({ type }) => type === 'start') ?? nodes[0];
  const moved = anchor && places.get(anchor.id);
  if (!anchor || !moved) return places;
  const delta = { x: anchor.position.x - moved.x, y: anchor.position.y - moved.y };
  return new Map([...places].map(([id, { x, y }]) => [id, { x: Math.round(x + delta.x), y: Math.round(y + delta.y) }]));
}

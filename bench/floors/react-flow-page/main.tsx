import {
  BaseEdge,
  type Edge,
  type EdgeProps,
  getSmoothStepPath,
  Handle,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
} from '@xyflow/react';
import { memo, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import type { FloorGraph } from './floor-graph.ts';
import { StatusBoard } from './status-board.ts';

// A minimal canvas with live status: the library, and boxes with a name that each subscribe to their
// status.

const board = new StatusBoard();

const Box = memo(function Box({ id, data }: NodeProps<Node<{ label: string }>>) {
  const status = useSyncExternalStore(board.subscribeTo(id), () => board.read(id));
  return (
    <div className="box" data-status={status}>
      <Handle type="target" position={Position.Top} />
      <strong>{data.label}</strong>
      <span>{status}</span>
      <Handle type="source" position={Position.Bottom} />
    </div>
  );
});

const Line = memo(function Line({ id, sourceX, sourceY, sourcePosition, targetX, targetY, targetPosition }: EdgeProps) {
  const [path] = getSmoothStepPath({ sourceX, sourceY, sourcePosition, targetX, targetY, targetPosition });
  return <BaseEdge id={id} path={path} />;
});

const nodeTypes = { box: Box };
const edgeTypes = { line: Line };
const origin: [number, number] = [0.5, 0];

async function main() {
  const graph = (await (await fetch(`graph.json${location.search}`)).json()) as FloorGraph;
  const nodes: Node[] = graph.nodes.map(({ id, x, y, ...size }) => ({
    id,
    type: 'box',
    position: { x, y },
    data: { label: id },
    ...size,
  }));
  const edges: Edge[] = graph.edges.map((edge) => ({ ...edge, type: 'line' }));
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no root');
  createRoot(root).render(
    <ReactFlow
      defaultNodes={nodes}
      defaultEdges={edges}
      defaultViewport={graph.viewport}
      nodeTypes={nodeTypes}
      edgeTypes={edgeTypes}
      nodeOrigin={origin}
      onlyRenderVisibleElements
      minZoom={0.05}
    />,
  );
}

/** Called by the bench: applies the events that the server replays. Resolves after the last one. */
Object.assign(window, { followRun: () => board.follow(new EventSource(`events${location.search}`)) });
void main();

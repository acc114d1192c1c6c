import { WORKFLOW_FORMAT, type Workflow, type WorkflowEdge, type WorkflowNode } from '#lib/workflow/workflow.ts';

const COLUMN_PX = 264;
const ROW_PX = 80;
const RUN_MAX_MS = 3_600_000;

/**
 * `count` nodes: start, and below it concurrent columns of HTTP nodes, the first of which leads to
 * end. Every node sends its request to `origin`.
 */
export function gridFlow(count: number, origin: string): Workflow {
  const columns = Math.round(Math.sqrt(count * 1.6));
  const nodes: WorkflowNode[] = [nodeAt('start', 'start', { inputs: [] }, { x: (columns * COLUMN_PX) / 2, y: 0 })];
  const edges: WorkflowEdge[] = [];
  for (let index = 1; index < count - 1; index++) {
    const column = (index - 1) % columns;
    const row = Math.floor((index - 1) / columns) + 1;
    const id = `request_${index}`;
    const source = row === 1 ? 'start' : `request_${index - columns}`;
    nodes.push(nodeAt(id, 'http', { method: 'GET', url: `${origin}/${index}` }, { x: column * COLUMN_PX, y: row * ROW_PX }));
    edges.push({ id: `${source}-${id}`, source, sourceHandle: 'out', target: id, targetHandle: 'in' });
  }
  const rows = Math.floor((count - 3) / columns);
  const last = `request_${rows * columns + 1}`;
  nodes.push(nodeAt('end', 'end', { outputs: {} }, { x: 0, y: (rows + 2) * ROW_PX }));
  edges.push({ id: `${last}-end`, source: last, sourceHandle: 'out', target: 'end', targetHandle: 'in' });
  const settings = { limits: { maxSteps: count, maxDurationMs: RUN_MAX_MS } };
  return { format: WORKFLOW_FORMAT, name: `Grid of ${count}`, description: '', settings, nodes, edges };
}

function nodeAt(id: string, type: string, config: Record<string, unknown>, position: { x: number; y: number }): WorkflowNode {
  return { id, type, version: 1, label: id.replace('_', ' '), config: config as WorkflowNode['config'], position };
}

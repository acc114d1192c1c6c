import type { EditorStore } from '#components/editor/document/editor-store.ts';
import { flowOrder } from '#lib/workflow/flow-order.ts';
import type { Workflow, WorkflowNode } from '#lib/workflow/workflow.ts';

const STEP_MS = 170;
/** However many nodes there are. */
const MAX_MS = 4000;

type Drawing = {
  /** Called after each node. */
  readonly onStep: () => void;
  /** Draws all at once, as people want who asked for less motion. */
  readonly isAtOnce: boolean;
  readonly signal: AbortSignal;
};

/**
 * Puts a workflow into the opened document node by node, as one step of its history. Concurrent edits
 * stay. An aborted drawing is completed at once.
 */
export async function drawWorkflow(editor: EditorStore, target: Workflow, { onStep, isAtOnce, signal }: Drawing): Promise<void> {
  const order = flowOrder(target);
  const { name } = editor.getState().document;
  const own = new Set(editor.getState().document.nodes.map(({ id }) => id));
  const apply = (run: (document: Workflow) => Workflow) => editor.getState().apply({ label: 'proposal', mergeKey: 'draw', run });
  const pauseMs = Math.min(STEP_MS, MAX_MS / Math.max(1, order.length));
  for (const [index, node] of order.entries()) {
    apply((document) => {
      const base =
        index === 0 ? { ...target, name, nodes: document.nodes.filter(({ id }) => !own.has(id)), edges: [] } : document;
      return withNode(base, node, target);
    });
    if (isAtOnce || signal.aborted) continue;
    onStep();
    await pause(pauseMs, signal);
  }
  onStep();
}

/** The document with a node of the target, and all its edges to nodes that are there. */
function withNode(document: Workflow, node: WorkflowNode, target: Workflow): Workflow {
  const nodes = [...document.nodes.filter(({ id }) => id !== node.id), node];
  const ids = new Set(nodes.map(({ id }) => id));
  const kept = new Set(document.edges.map(({ id }) => id));
  const edges = target.edges.filter(
    (edge) =>
      !kept.has(edge.id) && ids.has(edge.source) && ids.has(edge.target) && (edge.source === node.id || edge.target === node.id),
  );
  return { ...document, nodes, edges: [...document.edges, ...edges] };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

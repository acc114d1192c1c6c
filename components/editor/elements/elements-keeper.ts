import { collapsedGroups } from '#components/editor/document/collapsed-groups.ts';
import type { EditorState } from '#components/editor/document/editor-store.ts';
import { faceOf, isSameFace } from '#components/editor/document/node-face.ts';
import { type CollapsedNode, toCollapsedNode, withCollapsed } from '#components/editor/elements/collapsed-nodes.ts';
import { type DrawnNode, toDrawnNodes } from '#components/editor/elements/drawn-nodes.ts';
import { type FlowEdge, type FlowNode, flowNodeMaker, toFlowEdges } from '#components/editor/elements/flow-elements.ts';
import { orderKeeper } from '#components/editor/elements/order-keeper.ts';
import { EdgeRouter } from '#components/editor/elements/routes/edge-router.ts';
import type { Position } from '#lib/workflow/edit/move-nodes.ts';
import type { Workflow, WorkflowNode } from '#lib/workflow/workflow.ts';

export type FlowElements = {
  /** Frames and notes, then the steps. */
  readonly drawn: DrawnNode[];
  readonly steps: FlowNode[];
  readonly edges: FlowEdge[];
  /** Groups drawn as one box. */
  readonly collapsed: CollapsedNode[];
};

type Shown = Pick<EditorState, 'document' | 'selectedNodes' | 'selectedEdges' | 'selectedNotes'>;
/** `noteName` is what a note is called in the reader's language. */
type Look = { readonly dragged: ReadonlyMap<string, Position>; readonly noteName: string };
type Known = { readonly shown: Shown; readonly look: Look; readonly elements: FlowElements };

/**
 * Converts a document to React Flow elements, with the same lists while nothing drawn has changed:
 * a keystroke in a node of a large workflow must not go through all of them.
 */
export function elementsKeeper(): (shown: Shown, look: Look) => FlowElements {
  // Tab follows the execution order.
  const orderOf = orderKeeper();
  const stepsOf = flowNodeMaker();
  const router = new EdgeRouter();
  let known: Known | undefined;
  return (shown, look) => {
    if (!known || !rendersSame(known, { shown, look })) {
      const { nodes, edges: drawnEdges, canvas } = shown.document;
      const selected = shown.selectedNodes;
      const closed = collapsedGroups(shown.document, { selected, dragged: look.dragged });
      const hidden = new Set(closed.flatMap((group) => [...group.hidden]));
      const all = stepsOf(orderOf({ nodes, edges: drawnEdges }), { selected, dragged: look.dragged });
      const steps = hidden.size === 0 ? all : all.filter(({ id }) => !hidden.has(id));
      const flowEdges = withCollapsed(toFlowEdges(drawnEdges, nodes, { selected: shown.selectedEdges }), closed);
      const collapsed = closed.map((group) => toCollapsedNode(group, selected));
      const edges = router.route({ nodes: [...steps, ...collapsed], edges: flowEdges, document: nodes });
      const drawnLook = { ...shown, ...look, undrawnGroups: groupsAmong(canvas, hidden) };
      const drawn = [...toDrawnNodes(shown.document, drawnLook), ...steps, ...collapsed];
      known = { shown, look, elements: { drawn, steps, edges, collapsed } };
    }
    known = { ...known, shown };
    return known.elements;
  };
}

/** Groups all of whose nodes are hidden. */
function groupsAmong(canvas: Workflow['canvas'], hidden: ReadonlySet<string>): Set<string> {
  if (hidden.size === 0) return new Set();
  const groups = canvas?.groups?.filter(({ nodeIds }) => nodeIds.every((id) => hidden.has(id))) ?? [];
  return new Set(groups.map(({ id }) => id));
}

function rendersSame(before: Omit<Known, 'elements'>, now: Omit<Known, 'elements'>): boolean {
  const [a, b] = [before.shown, now.shown];
  const isSameLook = before.look.dragged === now.look.dragged && before.look.noteName === now.look.noteName;
  const isSameSelection =
    a.selectedNodes === b.selectedNodes && a.selectedEdges === b.selectedEdges && a.selectedNotes === b.selectedNotes;
  return isSameLook && isSameSelection && (a.document === b.document || hasSameShape(a.document, b.document));
}

/** Everything drawn of a document except the contents of nodes. */
function hasSameShape(a: Workflow, b: Workflow): boolean {
  if (a.edges !== b.edges || a.canvas !== b.canvas || a.nodes.length !== b.nodes.length) return false;
  return a.nodes.every((node, index) => {
    const other = b.nodes[index];
    return node === other || (other !== undefined && isSameShape(node, other));
  });
}

function isSameShape(a: WorkflowNode, b: WorkflowNode): boolean {
  const hasSamePosition = a.position.x === b.position.x && a.position.y === b.position.y && a.parentId === b.parentId;
  const isSameSize = a.size?.width === b.size?.width && a.size?.height === b.size?.height;
  return a.id === b.id && a.type === b.type && hasSamePosition && isSameSize && isSameFace(faceOf(a), faceOf(b));
}

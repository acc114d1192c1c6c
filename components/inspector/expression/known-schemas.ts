import type { EditorStore } from '#components/editor/document/editor-store.ts';
import { type InferredSchemas, inferSchemas } from '#lib/workflow/infer-schemas.ts';
import type { NodeId, Workflow, WorkflowNode } from '#lib/workflow/workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';

type Known = { readonly document: Workflow; readonly schemas: InferredSchemas };

const known = new WeakMap<EditorStore, Known>();

/**
 * What is known of the values that `reader` can refer to. Inferring takes some time in a large workflow, and nothing that is typed into `reader` changes
 * what comes before it: so it is done again only when something else has changed.
 */
export function knownSchemas(store: EditorStore, reader: NodeId): InferredSchemas {
  const { document } = store.getState();
  const last = known.get(store);
  if (last && givesTheSame(last.document, document, reader)) return last.schemas;
  const schemas = inferSchemas(document, nodeRegistry);
  known.set(store, { document, schemas });
  return schemas;
}

/** Whether the two documents are the same for `reader`, whatever stands in its own config and wherever nodes lie on the canvas. */
function givesTheSame(before: Workflow, after: Workflow, reader: NodeId): boolean {
  if (before === after) return true;
  if (before.edges !== after.edges || before.nodes.length !== after.nodes.length) return false;
  return before.nodes.every((node, index) => {
    const other = after.nodes[index];
    return node === other || (other !== undefined && isSameSource(node, other, reader));
  });
}

function isSameSource(a: WorkflowNode, b: WorkflowNode, reader: NodeId): boolean {
  if (a.id !== b.id || a.type !== b.type || a.parentId !== b.parentId) return false;
  return a.id === reader || (a.config === b.config && a.options === b.options);
}

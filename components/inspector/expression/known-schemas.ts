import type { EditorStore } from '#components/editor/document/editor-store.ts';
import { type Learnt, learntFor } from '#components/editor/document/learnt-schemas.ts';
import { type CelSchema, type InferredSchemas, inferSchemas } from '#lib/workflow/infer-schemas.ts';
import type { NodeId, Workflow, WorkflowNode } from '#lib/workflow/workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';

type Known = { readonly document: Workflow; readonly learnt: Learnt; readonly schemas: InferredSchemas };

let known = new WeakMap<EditorStore, Known>();
let celSchema: CelSchema | undefined;
let isLoading = false;

/** The parser of expressions is loaded with the first one; until then its results have no type. */
const celSchemaIfLoaded: CelSchema = (source, readValue) => {
  if (celSchema) return celSchema(source, readValue);
  if (!isLoading) void loadCelSchema();
  return {};
};

async function loadCelSchema(): Promise<void> {
  isLoading = true;
  try {
    ({ schemaOfCel: celSchema } = await import('#lib/workflow/schema-of-cel.ts'));
    known = new WeakMap();
  } catch {
    // Offline: the next completion tries again.
    isLoading = false;
  }
}

/**
 * The schemas of all values that `reader` can refer to. Inference is slow in large workflows and does not depend on
 * `reader` itself: so it is repeated only when something else has changed.
 */
export function knownSchemas(store: EditorStore, reader: NodeId): InferredSchemas {
  const { document, learnt } = store.getState();
  const last = known.get(store);
  if (last?.learnt === learnt && givesTheSame(last.document, document, reader)) return last.schemas;
  const schemas = inferSchemas(document, nodeRegistry, { learnt: learntFor(document, learnt), celSchema: celSchemaIfLoaded });
  known.set(store, { document, learnt, schemas });
  return schemas;
}

/** Whether two documents are the same for `reader`, apart from its own config and positions on the canvas. */
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

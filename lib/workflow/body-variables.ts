import { hasTags } from '../expression/has-tags.ts';
import type { Path } from '../expression/read-path.ts';
import { templateReferences } from '../expression/template-references.ts';
import type { JsonSchema } from '../json/json-schema.ts';
import type { InferredSchemas } from './infer-schemas.ts';
import { isSingleTag } from './only-reference.ts';
import { findInSchema } from './schema-path.ts';
import { SESSION_ROOT, sessionSchema } from './session-settings.ts';
import type { NodeId, Workflow, WorkflowNode } from './workflow.ts';

/** The answer that an `http` node has just read, in the fields that lead to the next one. */
export const PAGE_ROOT = 'page';
export const PAGE_FIELDS: readonly string[] = ['next', 'items'];
const pageSchema: JsonSchema = {
  type: 'object',
  properties: {
    index: { type: 'integer' },
    status: { type: 'integer' },
    headers: { type: 'object', additionalProperties: { type: 'string' } },
    body: {},
    url: { type: 'string' },
    next: { type: 'string' },
    count: { type: 'integer' },
  },
  required: ['index', 'status', 'headers', 'body', 'url', 'next', 'count'],
  additionalProperties: false,
};

/** A container of this type whose variable of that name a node reads, innermost first. A node with the id hides it. */
export function iterationContainers(workflow: Workflow, reader: NodeId): ReadonlyMap<'map' | 'loop', WorkflowNode> {
  const byId = new Map(workflow.nodes.map((node) => [node.id, node]));
  const found = new Map<'map' | 'loop', WorkflowNode>();
  const seen = new Set<WorkflowNode>();
  const self = byId.get(reader);
  // A loop's condition is evaluated after each iteration.
  let around = self?.type === 'loop' ? self : byId.get(self?.parentId ?? '');
  for (; around && !seen.has(around); around = byId.get(around.parentId ?? '')) {
    seen.add(around);
    const { type } = around;
    if ((type === 'map' || type === 'loop') && !byId.has(type) && !found.has(type)) found.set(type, around);
  }
  return found;
}

/**
 * What a node can read besides nodes, by name: the session, and variables of the iteration, of which the innermost
 * container of each kind wins.
 */
export function bodyVariables(schemas: InferredSchemas, reader: NodeId): ReadonlyMap<string, JsonSchema> {
  const { graph } = schemas;
  const self = graph.nodes.get(reader);
  // A loop's condition is evaluated after each iteration.
  const around = [...(self?.type === 'loop' ? [reader] : []), ...graph.containersOf(reader)];
  const variables = new Map<string, JsonSchema>();
  // Workflows that declare nothing of sessions are spared the suggestion.
  if (schemas.session.variables && !graph.nodes.has(SESSION_ROOT)) variables.set(SESSION_ROOT, sessionSchema(schemas.session));
  if (self?.type === 'http') variables.set(PAGE_ROOT, pageSchema);
  for (const id of around) {
    const container = graph.nodes.get(id);
    if (container?.type === 'map' && !variables.has('map'))
      variables.set('map', iterationVariableSchema({ item: itemOf(container, schemas) }));
    if (container?.type === 'loop' && !variables.has('loop'))
      variables.set('loop', iterationVariableSchema({ last: id === reader ? iterationValue(id, schemas) : {} }));
  }
  return variables;
}

function iterationVariableSchema(own: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const properties = { ...own, index: { type: 'integer' } };
  return { type: 'object', properties, required: ['index'], additionalProperties: false };
}

/**
 * As a loop sees it after an iteration: the value of the only node at the end of its body, or those
 * of several by id.
 */
function iterationValue(container: NodeId, schemas: InferredSchemas): JsonSchema {
  const { graph } = schemas;
  const body = [...graph.nodes.values()].filter(({ parentId }) => parentId === container);
  const ends = body.filter(({ id }) => graph.outgoing(id).length === 0);
  const [only, ...others] = ends;
  if (!only) return {};
  if (others.length === 0) return schemas.valueOf(only.id);
  // Of branches, those that were not taken have no value.
  const properties = Object.fromEntries(ends.map(({ id }) => [id, schemas.valueOf(id)]));
  return { type: 'object', properties, additionalProperties: false };
}

/** The value that the items of a map are, where they are named by a reference alone. */
export function itemsReference({ config: { items } }: WorkflowNode): { readonly root: string; readonly path: Path } | undefined {
  if (typeof items !== 'string' || !hasTags(items) || !isSingleTag(items)) return undefined;
  const [reference, ...others] = templateReferences(items).references;
  return others.length > 0 ? undefined : reference;
}

function itemOf(container: WorkflowNode, { valueSeenBy }: InferredSchemas): JsonSchema {
  const reference = itemsReference(container);
  if (!reference) return {};
  const { id } = container;
  const found = findInSchema(valueSeenBy(id, reference.root), [...reference.path, 0]);
  return found.kind === 'found' ? found.schema : {};
}

import { z } from 'zod';
import { type Workflow, workflowEdgeSchema, workflowNodeSchema } from '../workflow.ts';
import { type Elements, withBodies } from './remove-elements.ts';

const copiedElementsSchema = z.object({
  format: z.literal('threadloom/elements@1'),
  nodes: z.array(workflowNodeSchema).min(1).max(5000),
  edges: z.array(workflowEdgeSchema).max(20_000),
});

/** Nodes and the edges between them, as they lie on the clipboard. */
export type CopiedElements = z.output<typeof copiedElementsSchema>;

/** A copy of these nodes with what lies in them and the edges between them; nothing when no node is among them. */
export function copyElements(workflow: Workflow, { nodes: nodeIds }: Pick<Elements, 'nodes'>): CopiedElements | undefined {
  const copied = withBodies(workflow, nodeIds);
  const nodes = workflow.nodes.filter(({ id }) => copied.has(id));
  if (nodes.length === 0) return undefined;
  const edges = workflow.edges.filter(({ source, target }) => copied.has(source) && copied.has(target));
  return { format: 'threadloom/elements@1', nodes, edges };
}

/** What a text from the clipboard holds; nothing when it was not copied from a canvas. Also takes a whole workflow. */
export function parseCopiedElements(text: string): CopiedElements | undefined {
  const json = parseJson(text);
  const isWorkflow = typeof json === 'object' && json !== null && 'format' in json && json.format === 'threadloom/workflow@1';
  const parsed = copiedElementsSchema.safeParse(isWorkflow ? { ...json, format: 'threadloom/elements@1' } : json);
  return parsed.success ? parsed.data : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
